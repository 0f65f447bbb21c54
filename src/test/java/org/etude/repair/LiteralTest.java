package org.etude.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiteralTest {
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
