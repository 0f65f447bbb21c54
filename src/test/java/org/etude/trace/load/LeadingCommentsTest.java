// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LeadingCommentsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "num_ranks 2 | num_ranks 2",
                "// one\\n num_ranks 2 | num_ranks 2",
                "/* // */ num_ranks /* 2 */ | num_ranks /* 2 */",
                "/*/ still a comment */x | x",
                "<?xml version='1.0'?> <!-- a -> b --> <plan> | <plan>",
                "/ /* no comment */ | / /* no comment */",
                "# // no comment | # // no comment"
            })
    void theRestIsKeptAsItIs(String text, String rest) {
        assertThat(LeadingComments.skip(text.replace("\\n", "\n"))).isEqualTo(rest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n\t", "// to the end", "/* to the end *", "<!-- to the end --", "<? to the end"})
    void nothingIsLeftOfATextThatEndsInAComment(String text) {
        assertThat(LeadingComments.skip(text)).isEmpty();
    }

    /** As many as the beginning of a file can hold: neither the stack nor backtracking limits them. */
    @Test
    void thereMayBeAnyNumber() {
        String comments = "/**/".repeat(8_000) + "//\n".repeat(8_000) + "\n".repeat(8_000);
        assertThat(LeadingComments.skip(comments + "num_ranks")).isEqualTo("num_ranks");
        assertThat(LeadingComments.skip(comments + "other")).isEqualTo("other");
    }
}
