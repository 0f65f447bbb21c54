// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import java.nio.file.Path;
import java.util.Map;
import org.etude.link.Recording;
import org.etude.link.match.CollectiveMatcher;
import org.etude.link.model.LinkedSet;
import org.etude.trace.activity.PartnerWaits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long events of collectives waited for the last rank. Each rank has a launch, event 0, and a kernel, event 1. */
class MatchedWaitsTest {
    @TempDir
    private Path dir;

    private final Recording job = new Recording(2);

    private PartnerWaits waits() {
        LinkedSet linked = job.link(dir);
        return MatchedWaits.of(linked, CollectiveMatcher.match(linked)).build();
    }

    private void allReduce(int rank, double at, double micros) {
        job.rank(rank).group("0", 0, 1).collective("allreduce", at, micros, 1024, "0", 0, 1);
    }

    @Test
    void theEarlyRankWaitsForTheLateOne() {
        allReduce(0, 100, 5_300);
        allReduce(1, 5_100, 300);
        assertThat((Map<Integer, Long>) waits().of(0)).containsExactly(Map.entry(1, 5_000_000L));
        assertThat((Map<Integer, Long>) waits().of(1)).isEmpty();
    }

    @Test
    void ranksThatBeginTogetherDoNotWait() {
        allReduce(0, 100, 300);
        allReduce(1, 100, 300);
        assertThat((Map<Integer, Long>) waits().of(0)).isEmpty();
        assertThat((Map<Integer, Long>) waits().of(1)).isEmpty();
    }

    /** The messages of which a monitored barrier consists wait as long as it does. */
    @Test
    void messagesWithinABarrierWaitWithIt() {
        for (int rank = 0; rank < 2; rank++) {
            double at = 100 + 5_000 * rank;
            job.rank(rank)
                    .group("0", 0, 1)
                    .op("c10d::monitored_barrier_", 1, at, 5_400 - at)
                    .op("gloo:send", 1, at + 10, 5_380 - at)
                    .op("gloo:recv", 1, at + 20, 5_360 - at);
        }
        assertThat((Map<Integer, Long>) waits().of(0))
                .containsOnly(Map.entry(0, 5_000_000L), Map.entry(1, 4_990_000L), Map.entry(2, 4_980_000L));
        assertThat((Map<Integer, Long>) waits().of(1)).isEmpty();
    }

    /** A rank that had finished long before did not wait; clocks are trusted to 50 us and a tenth of the duration. */
    @ParameterizedTest
    @CsvSource({"100, 150, 150000", "100, 151, 0", "1000, 1100, 1100000", "1000, 1101, 0"})
    void aRankThatHadFinishedDidNotWait(double micros, double later, long waited) {
        allReduce(0, 100, micros);
        allReduce(1, 100 + later, 300);
        Int2LongMap early = waits().of(0);
        assertThat(early.get(1)).isEqualTo(waited);
        assertThat(early).hasSize(waited == 0 ? 0 : 1);
    }
}
