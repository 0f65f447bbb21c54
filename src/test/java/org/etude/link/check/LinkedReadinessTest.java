package org.etude.link.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.etude.link.Recording;
import org.etude.report.Finding;
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
    void lessThanThatIsTold() {
        kernels(18, 2);
        assertThat(whats()).contains("18 of 20 GPU events were linked");
    }

    @Test
    void unknownTypesAreCounted() {
        kernels(20, 0);
        rank.launch("ncclDevKernel_Generic(x)", 1, 500, 4, 20, 900);
        assertThat(whats()).contains("1 collectives of unknown type");
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

    @Test
    void aRankWithoutADeviceTraceHasNoEvents() {
        rank.thread(2, 1).node(10, "op", 2, 5, "tid", 1);
        RankCounts counts = Readiness.of(job.link(dir)).ranks().get(0);
        assertThat(List.of(counts.hostNodes(), counts.deviceEvents(), counts.gpuEvents()))
                .containsExactly(2L, -1L, 0L);
    }
}
