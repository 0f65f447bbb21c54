// SPDX-License-Identifier: Apache-2.0
package org.etude.link.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.util.List;
import org.etude.link.Recording;
import org.etude.link.model.Collective;
import org.etude.report.Finding;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the check says once a job is linked: how much of it was, and which collectives lack something. */
class LinkedReadinessTest {
    @TempDir
    Path dir;

    private final Recording job = new Recording(1);
    private final Recording.Rank rank = job.rank(0);

    private List<String> whats() {
        return Readiness.of(job.link(dir)).report().findings().stream()
                .map(Finding::what)
                .toList();
    }

    private void kernels(int launched, int others) {
        rank.op("op", 1, 0, 90_000);
        for (int k = 0; k < launched; k++) {
            rank.launch("k", 1, 10 * k, 7, 5, 100 + k);
        }
        for (int k = 0; k < others; k++) {
            rank.kernel("lost", 7, 50_000 + 10 * k, 5, -1);
        }
    }

    @Test
    void nineteenOfTwentyAreEnough() {
        kernels(19, 1);
        assertThat(whats()).noneMatch(w -> w.contains("were linked"));
    }

    @Test
    void lessThanThatIsReported() {
        kernels(18, 2);
        assertThat(whats()).contains("18 of 20 GPU events were linked");
    }

    @Test
    void unknownTypesAreCounted() {
        kernels(20, 0);
        rank.launch("ncclDevKernel_Generic(x)", 1, 500, 4, 20, 900);
        assertThat(whats()).contains("1 collective of unknown type");
        assertThat(Readiness.of(job.link(dir)).ranks().get(0).unknownCollectives())
                .isEqualTo(1);
    }

    @Test
    void knownTypesAreNot() {
        kernels(20, 0);
        rank.collective("allreduce", 500, 20, 10, "0");
        assertThat(whats()).noneMatch(w -> w.contains("unknown type"));
        assertThat(Readiness.of(job.link(dir)).ranks().get(0).unknownCollectives())
                .isZero();
    }

    /** The largest tensor holds the data; indices and scales next to it do not count. */
    @Test
    void anOperatorOfAnotherLibraryGivesTheBytes() {
        rank.op("FusedDispatch", 1, 0, 500)
                .arg("Input Dims", List.of(List.of(128, 64), List.of(128, 8), List.of()))
                .arg("Input type", List.of("c10::BFloat16", "long int", "Scalar"));
        rank.launch("void deep_ep::intranode::dispatch<8>(int4*)", 1, 10, 7, 100, 77);
        Collective found = job.link(dir).ranks().get(0).collectives().get(0);
        assertThat(found.type()).isEqualTo(CollectiveType.ALL_TO_ALL);
        assertThat(found.inBytes()).isEqualTo(128 * 64 * 2);
    }

    @Test
    void aHostTraceOfAnotherRunIsNamed() {
        rank.thread(2, 1);
        for (int k = 0; k < 20; k++) {
            rank.op("aten::mm" + k, 1, 10 * k, 5).node(10 + k, "aten::add" + k, 2, 900 + k, "tid", 1);
        }
        Readiness readiness = Readiness.of(job.link(dir));
        assertThat(readiness.isReady()).isFalse();
        assertThat(whats()).contains("the host trace is from a different run than the device trace");
    }

    @Test
    void aHostTraceOfTheSameRunIsNot() {
        rank.thread(2, 1);
        for (int k = 0; k < 20; k++) {
            rank.op(10 + k, "aten::mm" + k, 2, 1, 10 * k, 5);
        }
        assertThat(whats()).doesNotContain("the host trace is from a different run than the device trace");
    }

    /** A stage between two others sends and receives, the outer ones do one of the two. */
    @Test
    void stagesOfAPipelineMayHaveDifferentNumbersOfMessagesButNotOfCollectives() {
        Recording stages = new Recording(3);
        List<String> calls = List.of("c10d::send", "c10d::recv_");
        for (int r = 0; r < 3; r++) {
            Recording.Rank stage = stages.rank(r);
            stage.op("c10d::allreduce_", 1, 0, 50);
            for (int k = 0; k < 2; k++) {
                if (r == 1 || r == 2 * k) {
                    stage.op(calls.get(k), 1, 100 + 100 * k, 50);
                }
            }
        }
        assertThat(Readiness.of(stages.link(dir)).ranks())
                .extracting(RankCounts::collectives, RankCounts::messages)
                .containsExactly(tuple(2L, 1L), tuple(3L, 2L), tuple(2L, 1L));
        assertThat(Readiness.of(stages.link(dir)).report().findings())
                .extracting(Finding::what)
                .doesNotContain("the ranks have different numbers of collectives");
        stages.rank(2).op("c10d::allreduce_", 1, 400, 50);
        assertThat(Readiness.of(stages.link(dir)).report().findings())
                .extracting(Finding::what)
                .contains("the ranks have different numbers of collectives");
    }

    /** Ranks 0 and 1 share a group that rank 2 is not in. */
    @Test
    void groupsMayHaveDifferentNumbersOfCollectives() {
        Recording job = new Recording(3);
        for (int r = 0; r < 3; r++) {
            Recording.Rank member = job.rank(r);
            member.group("all", 0, 1, 2).group("pair", 0, 1).collective("allreduce", 0, 50, 8, "all", 0, 1, 2);
            if (r < 2) {
                member.collective("allreduce", 100, 50, 8, "pair", 0, 1);
            }
        }
        assertThat(Readiness.of(job.link(dir)).ranks())
                .extracting(RankCounts::collectives)
                .containsExactly(2L, 2L, 1L);
        assertThat(Readiness.of(job.link(dir)).report().findings())
                .extracting(Finding::what)
                .doesNotContain("the ranks have different numbers of collectives");
    }

    @Test
    void aRankWithoutADeviceTraceHasNoEvents() {
        rank.thread(2, 1).node(10, "op", 2, 5, "tid", 1);
        RankCounts counts = Readiness.of(job.link(dir)).ranks().get(0);
        assertThat(List.of(counts.hostNodes(), counts.deviceEvents(), counts.gpuEvents()))
                .containsExactly(2L, -1L, 0L);
    }
}
