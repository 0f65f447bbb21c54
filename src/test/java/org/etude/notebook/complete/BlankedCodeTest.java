// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlankedCodeTest {
    /** {@code ~} is a line break, {@code ^} a blank, {@code Q} a text block's three quotes. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a + b | a + b",
                "f(\"a;b)\") | f(\"^^^^\")",
                "f(\"a\\\"b\") | f(\"^^^^\")",
                "c = ')' + '\\'' | c = '^' + '^^'",
                "f(\"open~g() | f(\"^^^^~g()",
                "a // b(~c | a ^^^^^~c",
                "a /* b( */ c | a ^^^^^^^^ c",
                "a /* b( | a ^^^^^",
                "a /* b~c */ d | a ^^^^~^^^^ d",
                "Qa\"bQ + c | \"^^^^^^^\" + c",
                "Qa~b\\Qc(Q + d | \"^^^~^^^^^^^^^\" + d",
                "Qa(b | \"^^^^^",
                "\"//\" + a /* \"b\" */ | \"^^\" + a ^^^^^^^^^",
                "\"\" + '' | \"\" + ''",
                "\" | \"",
                "Qa\\ | \"^^^^",
                "`` | ``"
            })
    void bracketsInCommentsAndTextsAreNoCode(String code, String blanked) {
        String shown = BlankedCode.of(plain(code));
        assertThat(shown).isEqualTo(plain(blanked));
    }

    private static String plain(String text) {
        return text.replace('~', '\n').replace('^', ' ').replace("Q", "\"\"\"");
    }

    /** A table or a picture may be pasted into a cell; patterns that try each way would need a stack frame per character. */
    @Test
    void longTextsAreReadWithoutRecursion() {
        String inside = "x\\n" + "(".repeat(300_000);
        assertThat(BlankedCode.of("f(\"" + inside + "\")")).isEqualTo("f(\"" + " ".repeat(inside.length()) + "\")");
        assertThat(BlankedCode.of("'" + inside + "'")).isEqualTo("'" + " ".repeat(inside.length()) + "'");
        assertThat(BlankedCode.of("\"\"\"" + inside + "\"\"\""))
                .isEqualTo("\"" + " ".repeat(inside.length() + 4) + "\"");
        assertThat(BlankedCode.of("/*" + inside + "*/")).isEqualTo(" ".repeat(inside.length() + 4));
        assertThat(LocalNames.in("var a = \"" + inside + "\"; int b = 1;")).containsOnlyKeys("a", "b");
    }
}
