package org.etude.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Arguments as the traces write them: nested lists of numbers and texts, whole or cut off. */
class ArgTextTest {
    @Test
    void nestedListsOfLeaves() {
        assertThat(ArgText.list(" [1, [2 , -3.5], [], \"a\"] "))
                .isEqualTo(List.of("1", List.of("2", "-3.5"), List.of(), "a"));
        assertThat(ArgText.list("[[1,2],[3]]")).isEqualTo(List.of(List.of("1", "2"), List.of("3")));
    }

    @Test
    void textsMayHoldWhatSeparates() {
        assertThat(ArgText.list("[\"a,]b\",\"q\\\"q\",\"back\\\\slash\"]"))
                .isEqualTo(List.of("a,]b", "q\"q", "back\\slash"));
    }

    @Test
    void whatIsCutOffGivesWhatWasRead() {
        assertThat(ArgText.list("[1,[2")).isEqualTo(List.of("1", List.of("2")));
        assertThat(ArgText.list("[1,\"te")).isEqualTo(List.of("1", "te"));
        assertThat(ArgText.list("[1,\"te\\")).isEqualTo(List.of("1", "te\\"));
        assertThat(ArgText.list("[")).isEmpty();
    }

    @Test
    void whatIsNoListIsEmpty() {
        assertThat(ArgText.list("")).isEmpty();
        assertThat(ArgText.list("5")).isEmpty();
        assertThat(ArgText.list("null")).isEmpty();
    }

    @Test
    void depthHasAnEnd() {
        assertThat(ArgText.list("[".repeat(100_000))).isNotNull();
        assertThat(ArgText.list("[".repeat(50) + "1" + "]".repeat(50))).isNotNull();
    }
}
