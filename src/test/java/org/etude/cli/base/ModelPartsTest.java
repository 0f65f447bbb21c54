// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ITypeConverter;

/** What {@link ModelOutput} wrote, {@link ModelReader} reads. */
class ModelPartsTest {
    private static ModelReader again(ModelOutput output) {
        return new ModelReader(output.bytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "µs and ß", "µs, 时间", "🚀", "\u0000\n", "\u0100"})
    void textsKeepEachCharacter(String text) {
        ModelReader reader = again(new ModelOutput().text(text).text(null).text("end"));
        assertThat(reader.text()).isEqualTo(text);
        assertThat(reader.text()).isNull();
        assertThat(reader.text()).isEqualTo("end");
    }

    @Test
    void partsComeInTheirOrder() {
        ModelOutput inner = new ModelOutput().flag(true).number(-7);
        ModelReader reader = again(new ModelOutput()
                .number(Integer.MAX_VALUE)
                .append(inner.bytes())
                .flag(false)
                .texts("a", null, "b")
                .texts());
        assertThat(reader.number()).isEqualTo(Integer.MAX_VALUE);
        assertThat(reader.flag()).isTrue();
        assertThat(reader.number()).isEqualTo(-7);
        assertThat(reader.flag()).isFalse();
        assertThat(reader.texts()).containsExactly("a", null, "b");
        assertThat(reader.texts()).isEmpty();
    }

    /** Of a class that it extends: one step up. */
    @Test
    void fieldsAreFoundAboveTheirClass() throws ReflectiveOperationException {
        assertThat(again(new ModelOutput().number(0).text("own"))
                        .field(Lower.class)
                        .getDeclaringClass())
                .isEqualTo(Lower.class);
        assertThat(again(new ModelOutput().number(1).text("inherited"))
                        .field(Lower.class)
                        .getDeclaringClass())
                .isEqualTo(Upper.class);
    }

    @Test
    void classesAndConvertersAreMadeByTheirNames() throws ReflectiveOperationException {
        ModelReader reader = again(new ModelOutput()
                .texts(Integer.class.getName(), String[].class.getName())
                .texts(Half.class.getName()));
        assertThat(reader.types()).containsExactly(Integer.class, String[].class);
        assertThat(reader.converters()).hasOnlyElementsOfTypes(Half.class);
    }

    private static final class Half implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return Integer.parseInt(text) / 2;
        }
    }

    private static class Upper {
        private int inherited;
    }

    private static final class Lower extends Upper {
        private int own;
    }
}
