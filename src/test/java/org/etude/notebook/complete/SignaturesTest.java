// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.etude.report.Internal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignaturesTest {
    /** What a user might complete. */
    public static class Sample implements Comparable<Sample> {
        public int[] numbers;
        public Map<String, List<Map.Entry<String, int[]>>> nested;

        @Internal
        public String inner;

        public void nothing() {}

        public String twice(String text, int... more) {
            return text;
        }

        public String twice(String text) {
            return text;
        }

        @Internal
        public String twice() {
            return "";
        }

        @Internal
        public int inner() {
            return 0;
        }

        public <T extends Number> List<? super T> generic(Function<? super T, ?> function) {
            return List.of();
        }

        @Override
        public int compareTo(Sample other) {
            return 0;
        }
    }

    /** The shortest overload that is for users, and how many more there are; bridges and Etude's own methods do not count. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nothing | () -> void",
                "twice | (String text) -> String (+1)",
                "inner | () -> int",
                "generic | (Function<? super T, ?> function) -> List<? super T>",
                "compareTo | (SignaturesTest.Sample other) -> int",
                "absent | "
            })
    void methodsAreShownByTheirShortestOverload(String name, String signature) {
        assertThat(Signatures.method(Sample.class, name).orElse(null)).isEqualTo(signature);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "numbers | int[]",
                "nested | Map<String, List<Map.Entry<String, int[]>>>",
                "inner | String",
                "absent | "
            })
    void fieldsAreShownByTheirTypes(String name, String type) {
        assertThat(Signatures.field(Sample.class, name).orElse(null)).isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource({"inner, true", "twice, false", "numbers, false", "absent, false"})
    void aNameIsInternalIfAllItsMembersAre(String name, boolean internal) {
        assertThat(Signatures.isInternal(Sample.class, name)).isEqualTo(internal);
    }
}
