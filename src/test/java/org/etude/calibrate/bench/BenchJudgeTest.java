// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.util.List;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTiming;
import org.etude.report.Finding;
import org.etude.spec.TimingOptions;
import org.junit.jupiter.api.Test;

/** What a benchmark run states, against what its user states. */
class BenchJudgeTest {
    private static final TimingOptions PLAIN = TimingOptions.defaults();

    private final BenchFindings findings = new BenchFindings("run.txt");
    private final BenchRun run = new BenchRun();

    private List<CollectiveTiming> timings(TimingOptions options) {
        return new BenchJudge(Path.of("run.txt"), options, findings).timings(run);
    }

    private void row(boolean inPlace, long bytes, double wrong) {
        run.add(new BenchRow("line 7", inPlace, bytes, 20, 0, Double.NaN, Double.NaN, wrong));
    }

    private void allReduce() {
        run.type("all_reduce_perf", "line 1");
        row(false, 1024, 0);
    }

    @Test
    void namesOfProgramsAreCollectives() {
        assertThat(BenchRun.typeOf("C:\\bench\\All_Gather_perf.exe")).isEqualTo("all_gather");
        assertThat(BenchRun.typeOf("./build/alltoall_perf")).isEqualTo("all_to_all");
        assertThat(BenchRun.typeOf(" reduce_scatter ")).isEqualTo("reduce_scatter");
        assertThat(BenchRun.isType("sendrecv_perf")).isTrue();
        assertThat(BenchRun.isType("hypercube_perf")).isFalse();
    }

    /** NCCL_TESTS_SPLIT=%3 on eight GPUs makes groups of three, three and two. */
    @Test
    void groupsOfDifferentSizesNeedTheNumberOfRanks() {
        allReduce();
        for (int rank = 0; rank < 8; rank++) {
            run.device(rank, rank % 3, "host");
        }
        assertThatThrownBy(() -> timings(PLAIN))
                .isInstanceOf(CalibrationException.class)
                .hasMessage("run.txt, line 7: does not say how many ranks took part\n"
                        + "  Say it with 'etude calibrate --timings FILE --ranks N' (t -> t.ranks(N)).");
        assertThat(timings(PLAIN.ranks(3))).containsExactly(new CollectiveTiming("all_reduce", 3, 1024, 20, 1, 0));
        assertThat(findings.report().findings())
                .extracting(Finding::what, Finding::why)
                .contains(tuple("3 communicators of 3 ranks ran at once", "the ranks were split (NCCL_TESTS_SPLIT)"));
    }

    @Test
    void nodesAreThoseOfOneCommunicator() {
        allReduce();
        for (int rank = 0; rank < 8; rank++) {
            run.device(rank, rank / 4, "host" + rank / 2);
        }
        assertThat(timings(PLAIN)).containsExactly(new CollectiveTiming("all_reduce", 4, 1024, 20, 2, 0));
        assertThat(run.hosts()).isEqualTo(java.util.Map.of("host0", 2, "host1", 2));
        assertThat(findings.report().findings().get(1))
                .extracting(Finding::what, Finding::why, Finding::effect)
                .containsExactly("4 ranks on 2 nodes", "hosts host0, host1", "links between nodes were timed");
    }

    /** Each process lists its first GPU only, or as many as fit in its buffer. */
    @Test
    void listedRanksAreExtendedToWholeProcesses() {
        allReduce();
        run.perProcess(8);
        run.device(0, 0, "a");
        run.device(8, 0, "b");
        assertThat(run.ranks()).isEqualTo(16);
        run.device(9, 1, "b");
        assertThat(run.ranks()).isEqualTo(8);
    }

    @Test
    void aFindingNamesFourHosts() {
        allReduce();
        for (int rank = 0; rank < 4; rank++) {
            run.device(rank, 0, "n" + rank);
        }
        timings(PLAIN);
        run.device(4, 0, "n4");
        timings(PLAIN);
        assertThat(findings.report().findings())
                .extracting(Finding::what, Finding::why)
                .containsExactly(
                        tuple("4 ranks on 4 nodes", "hosts n0, n1, n2, n3"),
                        tuple("5 ranks on 5 nodes", "hosts n0, n1, n2, n3, ..."));
    }

    @Test
    void oneHostTimesLinksWithinIt() {
        allReduce();
        run.device(0, 0, "a");
        run.device(1, 0, "a");
        timings(PLAIN);
        assertThat(findings.report().findings())
                .extracting(Finding::effect)
                .containsExactly("links within a node were timed");
    }

    /** Without a list of devices, the ranks of one process are known; several processes may have run. */
    @Test
    void theRanksStatedByTheUserAreThoseOfWholeProcesses() {
        allReduce();
        run.perProcess(4);
        assertThat(timings(PLAIN.ranks(12))).extracting(CollectiveTiming::ranks).containsExactly(12);
        assertThat(findings.report().findings()).isEmpty();
        assertThatThrownBy(() -> timings(PLAIN.ranks(6)))
                .hasMessage("run.txt: nThread x nGpus says 4 ranks, --ranks says 6\n"
                        + "  Leave out --ranks (ranks), or give the file of 6 ranks.");
    }

    @Test
    void timesThatAreLeftOutAreCounted() {
        allReduce();
        run.device(1, 0, "a");
        row(true, 1024, 0);
        row(false, 2048, 0);
        timings(PLAIN);
        timings(PLAIN.inPlace(true));
        assertThat(findings.report().findings())
                .filteredOn(finding -> finding.why().startsWith("the file has both"))
                .extracting(Finding::what, Finding::why, Finding::effect)
                .containsExactly(
                        tuple(
                                "out-of-place times were used",
                                "the file has both; 1 other was left out",
                                "--in-place uses the others"),
                        tuple(
                                "in-place times were used",
                                "the file has both; 2 others were left out",
                                "without --in-place the others are used"));
    }

    @Test
    void wrongElementsAreCountedOverAllSizes() {
        allReduce();
        run.device(1, 0, "a");
        row(false, 2048, 1);
        timings(PLAIN);
        row(false, 4096, 2);
        timings(PLAIN);
        assertThat(findings.report().findings())
                .extracting(Finding::what)
                .contains("1 wrong element", "3 wrong elements");
    }
}
