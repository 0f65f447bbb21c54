// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.link.GroupedJob;
import org.etude.link.model.Collective;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups of gloo's collectives, which name none, from the times at which the ranks end them. */
class GroupPairingTest {
    private static final int FIRST = 20;
    private static final int SECOND = 30;

    @TempDir
    Path dir;

    private final GroupedJob job = new GroupedJob();

    private static List<String> groups(LinkedRank rank) {
        return rank.collectives().stream().map(Collective::groupName).toList();
    }

    @Test
    void ranksThatEndTogetherAreAGroup() {
        for (int k = 0; k < 3; k++) {
            job.allReduce(FIRST + k % 2, 10_000 * k, GroupedJob.ROWS);
            job.allReduce(SECOND, 10_000 * k + 5000, GroupedJob.COLUMNS);
        }
        LinkedSet linked = job.recording.link(dir);
        List<List<String>> named = linked.ranks().stream()
                .map(GroupPairingTest::groups)
                .map(names -> names.subList(0, 2))
                .toList();
        assertThat(named).containsExactly(List.of("1", "3"), List.of("1", "4"), List.of("2", "3"), List.of("2", "4"));
        Collective last = linked.ranks().get(3).collectives().get(5);
        assertThat(last.groupRanks()).containsExactly(1, 3);
        assertThat(last.groupSize()).isEqualTo(2);
        assertThat(last.sequence()).isEqualTo(2);
        assertThat(linked.matches().orElseThrow().matches()).hasSize(12).allSatisfy(match -> {
            assertThat(match.members()).hasSize(2);
            assertThat(match.members().stream().map(CollectiveMatch.Member::waitingNanos))
                    .containsExactlyInAnyOrder(0L, 100_000L);
        });
        assertThat(linked.report().findings())
                .filteredOn(f -> f.what().equals("6 of 6 collectives got their process group from other ranks"))
                .hasSize(4);
        assertThat(linked.report().findings()).noneMatch(f -> f.what().contains("do not name"));
    }

    /** All end together only if they are one group, which would otherwise be two of two. */
    @Test
    void ofGroupsThatAllEndTogetherTheLargestHolds() {
        job.allReduce(FIRST, 0, List.of(List.of(0, 1, 2, 3)));
        job.allReduce(FIRST, 5000, List.of(List.of(0, 1, 2, 3)));
        assertThat(job.recording.link(dir).ranks())
                .allSatisfy(rank -> assertThat(groups(rank)).containsExactly("0", "0"));
    }

    /**
     * Of an all-gather the first rank to come is done before its partner, in any group: only the all-reduce, which ends at
     * another time in each row, tells the groups.
     */
    @Test
    void allGathersDoNotTellWhoEndsTogether() {
        for (int rank = 0; rank < 4; rank++) {
            job.collective(rank, "c10d::allreduce_", "gloo:all_reduce", FIRST, 0, rank < 2 ? 1000 : 2500);
            for (int k = 1; k < 5; k++) {
                double at = 5000 * k;
                double end = at + (rank % 2 == 0 ? 1000 : 3000);
                job.collective(rank, "c10d::_allgather_base_", "gloo:all_gather", FIRST, at, end);
            }
        }
        assertThat(job.recording.link(dir).ranks())
                .extracting(rank -> groups(rank).get(0))
                .containsExactly("1", "1", "2", "2");
    }

    /** No rank can end an all-reduce before another has begun it. */
    @Test
    void ranksThatEndBeforeOthersBeginAreNoGroup() {
        for (int rank = 0; rank < 4; rank++) {
            job.allReduce(FIRST, 5000 * rank, List.of(List.of(rank)));
        }
        unnamed();
    }

    @Test
    void ranksThatCallDifferentCollectivesAreNoGroup() {
        job.allReduce(FIRST, 0, List.of(List.of(0, 1, 2, 3)));
        job.allReduce(FIRST, 5000, List.of(List.of(3)));
        unnamed();
    }

    private void unnamed() {
        LinkedSet linked = job.recording.link(dir);
        List<String> names = new ArrayList<>();
        linked.ranks().forEach(rank -> names.addAll(groups(rank)));
        assertThat(names).isNotEmpty().containsOnly("");
        assertThat(linked.report().findings())
                .filteredOn(f ->
                        f.what().matches("1 of .* does not name its process group|.* do not name their process group"))
                .hasSize(4)
                .allMatch(f -> f.level() == Finding.Level.WARNING);
    }
}
