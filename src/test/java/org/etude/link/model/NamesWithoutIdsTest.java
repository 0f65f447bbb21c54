// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.link.Recording;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes and events that share no id are paired by names, threads and time. No event here has a function id. */
class NamesWithoutIdsTest {
    @TempDir
    Path dir;

    private final Recording.Rank job = Recording.alone();

    @BeforeEach
    void roots() {
        job.thread(2, 1).thread(3, 2);
    }

    private Recording.Rank node(long id, String name, long parent, int tid) {
        return job.node(id, name, parent, id, "tid", tid);
    }

    /** Start in us of each node of the execution trace in the order of ids, -1 without an event. */
    private List<Long> starts() {
        LinkedRank rank = job.link(dir);
        List<Long> starts = new ArrayList<>();
        for (int host = 0; host < rank.trace().host().size(); host++) {
            for (int i = 0; i < rank.size(); i++) {
                if (rank.hostIndex(i) == host && rank.kind(i) != NodeKind.ROOT) {
                    long start = rank.startNanos(i);
                    starts.add(start == LinkedRank.UNTIMED ? -1 : start / 1000 % 1_000_000);
                }
            }
        }
        return starts;
    }

    @Test
    void namesAlignInTheOrderOfTheThread() {
        for (int k = 0; k < 5; k++) {
            node(10 + k, k % 2 == 0 ? "add" : "mul", 2, 1);
            job.op(k % 2 == 0 ? "add" : "mul", 7, 100 + 10 * k, 5);
        }
        assertThat(starts()).containsExactly(100L, 110L, 120L, 130L, 140L);
    }

    @Test
    void whatOneFileLacksIsSteppedOver() {
        for (String name : List.of("a", "b", "only host", "c", "d")) {
            node(10 + job.nodes.size(), name, 2, 1);
        }
        job.op("a", 7, 100, 5)
                .op("b", 7, 110, 5)
                .op("only Kineto", 7, 120, 5)
                .op("c", 7, 130, 5)
                .op("d", 7, 140, 5);
        assertThat(starts()).containsExactly(100L, 110L, -1L, 130L, 140L);
    }

    /** By name alone the first two copies would pair; the caller says that the first is not in the Kineto trace. */
    @Test
    void callersDistinguishTwins() {
        node(10, "to", 2, 1);
        node(11, "copy", 10, 1);
        node(12, "cat", 2, 1);
        node(13, "copy", 12, 1);
        job.op("cat", 7, 200, 50).op("copy", 7, 210, 5);
        assertThat(starts()).containsExactly(-1L, -1L, 200L, 210L);
    }

    @Test
    void threadsPairByTheNamesTheyShare() {
        node(10, "forward", 2, 1);
        node(11, "matmul", 2, 1);
        node(12, "backward", 3, 2);
        node(13, "matmul", 3, 2);
        job.op("backward", 50, 10, 5).op("matmul", 50, 20, 5);
        job.op("forward", 60, 100, 5).op("matmul", 60, 110, 5);
        assertThat(starts()).containsExactly(100L, 110L, 10L, 20L);
    }

    @Test
    void threadsThatDoTheSamePairInTheOrderInWhichTheyAppear() {
        node(10, "work", 2, 1);
        node(11, "work", 2, 1);
        node(12, "work", 3, 2);
        node(13, "work", 3, 2);
        job.op("work", 90, 100, 5).op("work", 90, 200, 5);
        job.op("work", 80, 150, 5).op("work", 80, 250, 5);
        assertThat(starts()).containsExactly(100L, 200L, 150L, 250L);
    }

    @Test
    void pairsByIdAreAnchorsForTheRest() {
        for (int k = 0; k < 6; k++) {
            node(10 + k, k == 3 ? "anchor" : "same", 2, 1);
        }
        job.op("same", 7, 100, 5)
                .op("anchor", 7, 200, 5, "Record function id", 13)
                .op("same", 7, 300, 5);
        assertThat(starts()).containsExactly(100L, -1L, -1L, 200L, 300L, -1L);
    }

    /** Gloo works on threads of its own in Kineto, under the caller in the execution trace. */
    @Test
    void workOnAnotherThreadPairsInOrderWhereNumbersAreEqual() {
        for (int k = 0; k < 3; k++) {
            node(10 + 2 * k, "c10d::allreduce_", 2, 1);
            node(11 + 2 * k, "gloo:all_reduce", 10 + 2 * k, 1);
            job.op("c10d::allreduce_", 7, 100 * k, 10).op("gloo:all_reduce", 9, 100 * k + 40, 20);
        }
        assertThat(starts()).containsExactly(0L, 40L, 100L, 140L, 200L, 240L);
    }

    @Test
    void sizesDistinguishWorkThatOrderWouldConfuse() {
        node(9, "forward", 2, 1);
        node(8, "forward", 2, 1);
        job.op("forward", 7, 10, 5).op("forward", 7, 20, 5);
        for (int k = 0; k < 2; k++) {
            int elements = k == 0 ? 8 : 16;
            node(10 + k, "gloo:all_reduce", 2, 1)
                    .inputs("[[1,2,0," + elements + ",4,\"cpu\"]]", "[[" + elements + "]]", "[\"Tensor(float)\"]");
        }
        for (int k = 0; k < 2; k++) {
            int elements = k == 0 ? 16 : 8;
            job.op(
                    "gloo:all_reduce",
                    8 + k,
                    100 + 50 * k,
                    20,
                    "Input Dims",
                    List.of(List.of(elements)),
                    "Input type",
                    List.of("float"));
        }
        assertThat(starts()).containsExactly(10L, 20L, 150L, 100L);
    }

    /** Two nodes and three events: the count does not decide, but the time between the neighbours does, to a millisecond. */
    @Test
    void whereNumbersDifferTimeBetweenNeighboursDecides() {
        node(10, "first", 2, 1);
        node(11, "gloo:send", 2, 1);
        node(12, "middle", 2, 1);
        node(13, "gloo:send", 2, 1);
        node(14, "last", 2, 1);
        job.op("first", 7, 10_000, 5).op("middle", 7, 20_000, 5).op("last", 7, 30_000, 5);
        job.op("gloo:send", 9, 5_000, 5).op("gloo:send", 9, 9_500, 5).op("gloo:send", 9, 25_000, 5);
        assertThat(starts()).containsExactly(10_000L, 9_500L, 20_000L, 25_000L, 30_000L);
    }

    @Test
    void workFarFromItsNeighboursIsNotTheirs() {
        node(10, "first", 2, 1);
        node(11, "gloo:send", 2, 1);
        node(12, "last", 2, 1);
        job.op("first", 7, 10_000, 5).op("last", 7, 12_000, 5);
        job.op("gloo:send", 9, 8_900, 5).op("gloo:send", 9, 13_100, 5);
        assertThat(starts()).containsExactly(10_000L, -1L, 12_000L);
    }
}
