// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.etude.LinkedTraces;
import org.etude.Traces;
import org.etude.Workload;
import org.etude.link.Recording;
import org.etude.link.check.Readiness;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Row;

/** Two training threads, each with a gloo group of its own; the profiler records the first one only. */
class CallingThreadsTest {
    private static final int MAIN = 1;
    private static final int OTHER = 9;

    @TempDir
    Path dir;

    private final Recording job = new Recording(2);
    private final long[] next = {10, 10};

    CallingThreadsTest() {
        for (int rank = 0; rank < 2; rank++) {
            job.rank(rank).thread(2, MAIN).thread(3, OTHER);
        }
    }

    private void groups(String... names) {
        for (int rank = 0; rank < 2; rank++) {
            for (String name : names) {
                job.rank(rank).group(name, 0, 1);
            }
        }
    }

    /** An all-reduce of the recorded thread, which lasts 1 ms; gloo's work is on a thread of its own. */
    private void main(int rank, int elements, double at) {
        long id = next[rank];
        next[rank] += 2;
        tensor(job.rank(rank).op(id, "c10d::allreduce_", 2, MAIN, at, 10), elements, true);
        tensor(job.rank(rank).node(id + 1, "gloo:all_reduce", id, id + 1, "tid", MAIN), elements, false)
                .op("gloo:all_reduce", 7, at + 5, 1000, "Record function id", id + 1);
    }

    /** One of the thread that the profiler leaves out. */
    private void other(int rank, int elements) {
        long id = next[rank];
        next[rank] += 2;
        tensor(job.rank(rank).node(id, "c10d::allreduce_", 3, id, "tid", OTHER), elements, true);
        tensor(job.rank(rank).node(id + 1, "gloo:all_reduce", 3, id + 1, "tid", OTHER), elements, false);
    }

    /** A tensor as an operator's input, of a call in a list. */
    private static Recording.Rank tensor(Recording.Rank of, int elements, boolean listed) {
        String value = "[1, 1, 0, " + elements + ", 4, \"cpu\"]";
        String shape = "[" + elements + "]";
        return listed
                ? of.inputs("[[" + value + "]]", "[[" + shape + "]]", "[\"GenericList[Tensor(float)]\"]")
                : of.inputs("[" + value + "]", "[" + shape + "]", "[\"Tensor(float)\"]");
    }

    /** The other thread calls before the recorded one on rank 0, and in between on rank 1. */
    private void interleavedDifferently() {
        edges(0);
        other(0, 8);
        other(0, 16);
        main(0, 4, 100);
        main(0, 4, 2000);
        main(1, 4, 100);
        other(1, 8);
        main(1, 4, 2000);
        other(1, 16);
        edges(3990);
    }

    /** An operator of 10 us on both ranks. */
    private void edges(double at) {
        for (int rank = 0; rank < 2; rank++) {
            job.rank(rank).op(next[rank]++, "aten::add", 2, MAIN, at, 10);
        }
    }

    private static List<String> names(LinkedRank rank) {
        return rank.collectives().stream()
                .map(c -> c.groupName() + " " + c.sequence() + " " + c.inBytes())
                .toList();
    }

    @Test
    void threadsThatInterleaveDifferentlyHaveGroupsOfTheirOwn() {
        groups("0", "1", "2");
        interleavedDifferently();
        LinkedSet linked = job.link(dir);
        assertThat(names(linked.ranks().get(0)))
                .containsExactlyInAnyOrder(
                        "calling thread 2 0 32",
                        "calling thread 2 1 64",
                        "calling thread 1 0 16",
                        "calling thread 1 1 16");
        assertThat(names(linked.ranks().get(1)))
                .containsExactlyInAnyOrderElementsOf(names(linked.ranks().get(0)));
        assertThat(linked.matches().orElseThrow().matches()).hasSize(4).allSatisfy(match -> {
            assertThat(match.members()).hasSize(2);
            assertThat(match.sameSize()).isTrue();
        });
        assertThat(linked.report().has(Finding.Level.ERROR)).isFalse();
        assertThat(linked.report().findings())
                .filteredOn(f -> f.what().equals("4 of 4 collectives got their process group from the calling thread"))
                .hasSize(2);
    }

    /** With one group, all ranks must call in one order: the ranks disagree, and {@code check} says so. */
    @Test
    void ofOneGroupTheyAreNotTakenApart() {
        groups("0");
        interleavedDifferently();
        LinkedSet linked = job.link(dir);
        assertThat(linked.ranks().get(1).collectives())
                .extracting(Collective::groupName)
                .containsOnly("0");
        Finding said = Readiness.of(linked).report().findings().stream()
                .filter(f -> f.what().endsWith("fit together across the ranks"))
                .findFirst()
                .orElseThrow();
        assertThat(said.level()).isEqualTo(Finding.Level.WARNING);
        assertThat(said.what()).isEqualTo("1 collective does not fit together across the ranks");
        assertThat(said.why())
                .startsWith("the first, collective 3 of group '0': the all-reduce of ranks [1] is missing");
    }

    /** In one order on all ranks, they may be of one group. */
    @Test
    void threadsThatTakeTurnsStayTogether() {
        groups("0", "1", "2");
        for (int rank = 0; rank < 2; rank++) {
            main(rank, 4, 0);
            other(rank, 8);
            main(rank, 4, 2000);
            other(rank, 16);
        }
        LinkedSet linked = job.link(dir);
        assertThat(linked.ranks().get(1).collectives())
                .extracting(Collective::groupName)
                .containsOnly("");
        assertThat(Readiness.of(linked).report().findings())
                .noneMatch(f -> f.what().endsWith("fit together across the ranks"));
    }

    /** The groups have the same ranks, but are two in the execution traces: the run neither stalls nor swaps calls. */
    @Test
    void theReplayIsExactAndTheRunEnds() {
        groups("0", "1", "2");
        interleavedDifferently();
        job.load(dir);
        LinkedTraces linked = Traces.load(dir.toString()).link();
        Workload work = linked.toEt().repair();
        assertThat(work.set().groups().groups()).hasSize(2);
        for (Row row : work.replay()) {
            assertThat(row.getDouble("error_frac")).isCloseTo(0, within(1e-6));
        }
        assertThat(work.simulate().stepTime().toNanos()).isCloseTo(4_000_000, within(100.0));
    }
}
