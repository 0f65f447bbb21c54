// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Arguments as the traces write them: nested lists of numbers and texts, whole or cut off. */
class LiteralTest {
    @Test
    void nestedListsOfLeaves() {
        assertThat(Literal.list(" [1, [2 , -3.5], [], \"a\"] "))
                .isEqualTo(List.of(1L, List.of(2L, "-3.5"), List.of(), "a"));
        assertThat(Literal.list("[[1,2],[3]]")).isEqualTo(List.of(List.of(1L, 2L), List.of(3L)));
    }

    @Test
    void textsMayHoldWhatSeparates() {
        assertThat(Literal.list("[\"a,]b\",\"q\\\"q\",\"back\\\\slash\"]"))
                .isEqualTo(List.of("a,]b", "q\"q", "back\\slash"));
    }

    @Test
    void whatIsCutOffGivesWhatWasRead() {
        assertThat(Literal.list("[1,[2")).isEqualTo(List.of(1L, List.of(2L)));
        assertThat(Literal.list("[1,\"te")).isEqualTo(List.of(1L, "te"));
        assertThat(Literal.list("[1,\"te\\")).isEqualTo(List.of(1L, "te\\"));
        assertThat(Literal.list("[")).isEmpty();
    }

    @Test
    void whatIsNoListIsEmpty() {
        assertThat(Literal.list("")).isEmpty();
        assertThat(Literal.list("5")).isEmpty();
        assertThat(Literal.list("null")).isEmpty();
    }

    @Test
    void depthHasAnEnd() {
        assertThat(depth(Literal.list("[".repeat(50) + "1" + "]".repeat(50)))).isEqualTo(50);
        assertThat(depth(Literal.list("[".repeat(100_000))))
                .as("as deep as is read")
                .isEqualTo(65);
    }

    /** The number of lists around the innermost value. */
    private static int depth(List<?> list) {
        return !list.isEmpty() && list.get(0) instanceof List<?> inner ? 1 + depth(inner) : 1;
    }

    @Test
    void readsPythonAndJsonAlike() {
        assertThat(Literal.parse("[1, (2, 'a, \\'b'), \"c\", True, cuda:0, []]"))
                .isEqualTo(List.of(1L, List.of(2L, "a, 'b"), "c", "True", "cuda:0", List.of()));
        assertThat(Literal.parse(" {\"pg_name\": \"1\", 'ranks': [0, 3], } "))
                .isEqualTo(Map.of("pg_name", "1", "ranks", List.of(0L, 3L)));
    }

    @Test
    void givesNullForBrokenText() {
        for (String text : List.of("[1, 2", "[1]]", "'open", "{\"a\" 1}", "{\"a\":", "[[[[", "")) {
            assertThat(Literal.parse(text)).as(text).isNull();
        }
        assertThat(Literal.parse("[".repeat(100_000))).isNull();
    }
}
