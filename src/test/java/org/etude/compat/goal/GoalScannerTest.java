// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.etude.compat.goal.GoalScanner.Kind;
import org.etude.et.graph.EtException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoalScannerTest {
    private static GoalScanner scanner(String text) {
        return new GoalScanner(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)), "j.goal");
    }

    /** Words and signs by their text, numbers by their value, line ends as "/". */
    private static List<Object> tokens(String text) throws IOException {
        GoalScanner scanner = scanner(text);
        List<Object> tokens = new ArrayList<>();
        for (Kind kind = scanner.next(); kind != Kind.END; kind = scanner.next()) {
            assertThat(scanner.kind()).isEqualTo(kind);
            tokens.add(
                    switch (kind) {
                        case NUMBER -> scanner.number();
                        case LINE -> "/";
                        default -> scanner.text();
                    });
        }
        assertThat(scanner.next()).as("after the end").isEqualTo(Kind.END);
        return tokens;
    }

    @Test
    void wordsNumbersSignsAndLineEnds() throws IOException {
        assertThat(tokens("num_ranks 2\r\nrank 0 {\n\tl1: send 10b to -1 tag 007\n}"))
                .containsExactly(
                        "num_ranks",
                        2L,
                        "/",
                        "rank",
                        0L,
                        "{",
                        "/",
                        "l1",
                        ":",
                        "send",
                        10L,
                        "b",
                        "to",
                        -1L,
                        "tag",
                        7L,
                        "/",
                        "}");
        assertThat(tokens("aZ_9 Az")).containsExactly("aZ_9", "Az");
        assertThat(tokens("")).isEmpty();
    }

    /** A line comment leaves the end of its line, which ends the statement; a block comment is a blank. */
    @Test
    void commentsAreSkipped() throws IOException {
        assertThat(tokens("a // b: {}\nc // at the end")).containsExactly("a", "/", "c");
        assertThat(tokens("a/* x\n y */b/***/c/* * / **/d/*/ */e")).containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void aWordMayLieAcrossTwoReads() throws IOException {
        for (int blanks = (1 << 16) - 5; blanks <= 1 << 16; blanks++) {
            assertThat(tokens(" ".repeat(blanks) + "word 123")).containsExactly("word", 123L);
        }
    }

    @Test
    void theLargestNumberAndTheLongestWord() throws IOException {
        assertThat(tokens("9223372036854775807 -9223372036854775807")).containsExactly(Long.MAX_VALUE, -Long.MAX_VALUE);
        assertThat(tokens("w".repeat(4096))).containsExactly("w".repeat(4096));
        assertThatThrownBy(() -> tokens("w".repeat(4097)))
                .isInstanceOf(EtException.class)
                .hasMessageStartingWith("j.goal: line 1: a word is longer than 4096 characters.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808", "10000000000000000000", "-9223372036854775808"})
    void numbersBeyondTheLargestAreRefused(String number) {
        assertThatThrownBy(() -> tokens("a\n" + number))
                .isInstanceOf(EtException.class)
                .hasMessageStartingWith("j.goal: line 2: a number is beyond 9223372036854775807.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a ; | 1 | the character ';' belongs to no statement",
                "`/*\n\n*/ ~` | 3 | the character '~' belongs to no statement",
                "`// x\n\u00e9` | 2 | the character of code 233 belongs to no statement",
                "`\u007f` | 1 | the character of code 127 belongs to no statement",
                "_a | 1 | the character '_' belongs to no statement",
                "a - 1 | 1 | a minus without a number",
                "`a\nb / c` | 2 | a slash that begins no comment",
                "`a\n\n/* x\ny *` | 3 | the comment is not closed",
                "/*/ | 1 | the comment is not closed"
            })
    void whatBelongsToNoStatementIsRefusedWithItsLine(String text, int line, String said) {
        assertThatThrownBy(() -> tokens(text))
                .isInstanceOf(EtException.class)
                .hasMessageStartingWith("j.goal: line " + line + ": " + said + ".");
    }

    @Test
    void messagesShowTheTokenAndItsLine() throws IOException {
        GoalScanner scanner = scanner("one\n-2");
        List<String> found = new ArrayList<>();
        List<String> said = new ArrayList<>();
        for (int token = 0; token < 4; token++) {
            scanner.next();
            found.add(scanner.found());
            said.add(scanner.error("x", "y").getMessage().lines().findFirst().orElseThrow());
        }
        assertThat(found).containsExactly("\"one\"", "the end of the line", "\"-2\"", "the end of the file");
        assertThat(said).allMatch(text -> text.startsWith("j.goal: line "));
        assertThat(said).extracting(text -> text.substring(13, 14)).containsExactly("1", "1", "2", "2");
    }
}
