// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FileBeginningTest {
    private static OtherFormat format(String text) {
        return OtherFormat.of(new FileBeginning("some.txt", text)).orElse(null);
    }

    @ParameterizedTest
    @CsvSource({
        "num_ranks 2, GOAL",
        "'// two\n/* ranks\n */ num_ranks 2', GOAL",
        "<algo name=\"a\">, PLAN",
        "'<?xml version=\"1.0\"?>\n<!-- a plan -->\n<algo name=\"a\">', PLAN",
        "<!-- a node --><system version=\"1\">, NODE",
        "'<!-- never ends <system>',",
        "'/* never ends num_ranks 2',",
        "'// num_ranks 2',",
        "'/ num_ranks 2',"
    })
    void commentsMayComeFirst(String text, OtherFormat format) {
        assertThat(format(text)).isEqualTo(format);
    }

    @ParameterizedTest
    @EnumSource(
            value = OtherFormat.class,
            names = {"GOAL", "PLAN", "NODE"})
    void anyNumberOfCommentsIsSkipped(OtherFormat format) {
        String comment = format == OtherFormat.GOAL ? "//\n" : "<!-- -->\n";
        String rest = format == OtherFormat.GOAL ? "num_ranks 2" : format == OtherFormat.PLAN ? "<algo >" : "<system >";
        assertThat(format(comment.repeat(100_000) + rest)).isEqualTo(format);
    }
}
