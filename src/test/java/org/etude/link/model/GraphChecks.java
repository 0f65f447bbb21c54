// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.etude.report.Finding;
import org.etude.report.Report;

/** What holds for every linked graph. */
public final class GraphChecks {
    private GraphChecks() {}

    public static void sound(LinkedRank rank) {
        long last = Long.MIN_VALUE;
        for (int i = 0; i < rank.size(); i++) {
            if (rank.startNanos(i) != LinkedRank.UNTIMED) {
                assertThat(rank.startNanos(i)).as("start of node %d", i).isGreaterThanOrEqualTo(last);
                last = rank.startNanos(i);
            }
            assertThat(rank.parent(i)).isBetween(-1, rank.size() - 1).isNotEqualTo(i);
            assertThat(rank.exclusiveNanos(i)).isBetween(0L, rank.durationNanos(i));
            for (int k = 0; k < rank.dependencyCount(i); k++) {
                assertThat(rank.dependency(i, k)).isBetween(0, rank.size() - 1);
            }
        }
        assertThat(isAcyclic(rank)).as("no cycle").isTrue();
        parentsEnd(rank);
        for (Collective collective : rank.collectives()) {
            assertThat(rank.collective(collective.node())).isEqualTo(collective);
            assertThat(rank.kind(collective.node()).isComm()).isTrue();
        }
    }

    /** Kahn's algorithm reaches every node. */
    static boolean isAcyclic(LinkedRank rank) {
        int[] waits = new int[rank.size()];
        IntArrayList[] dependants = new IntArrayList[rank.size()];
        Arrays.setAll(dependants, i -> new IntArrayList(2));
        for (int i = 0; i < rank.size(); i++) {
            waits[i] = rank.dependencyCount(i);
            for (int k = 0; k < waits[i]; k++) {
                dependants[rank.dependency(i, k)].add(i);
            }
        }
        IntArrayList free = new IntArrayList();
        for (int i = 0; i < waits.length; i++) {
            if (waits[i] == 0) {
                free.add(i);
            }
        }
        int reached = 0;
        while (!free.isEmpty()) {
            reached++;
            for (int next : dependants[free.popInt()]) {
                if (--waits[next] == 0) {
                    free.add(next);
                }
            }
        }
        return reached == rank.size();
    }

    private static void parentsEnd(LinkedRank rank) {
        int[] seen = new int[rank.size()];
        for (int i = 0; i < rank.size(); i++) {
            int node = i;
            while (node >= 0 && seen[node] == 0) {
                seen[node] = i + 1;
                node = rank.parent(node);
            }
            assertThat(node < 0 || seen[node] != i + 1)
                    .as("callers of node %d end", i)
                    .isTrue();
        }
    }

    public static long edges(LinkedRank rank, EdgeKind kind) {
        long count = 0;
        for (int i = 0; i < rank.size(); i++) {
            for (int k = 0; k < rank.dependencyCount(i); k++) {
                count += rank.dependencyKind(i, k) == kind ? 1 : 0;
            }
        }
        return count;
    }

    /** The number of GPU nodes whose launching call is known. */
    public static long launched(LinkedRank rank) {
        long count = 0;
        for (int i = 0; i < rank.size(); i++) {
            count += rank.kind(i).isGpu() && rank.launchEvent(i) >= 0 ? 1 : 0;
        }
        return count;
    }

    static boolean says(Report report, Finding.Level level, int rank, String part) {
        return report.findings().stream()
                .anyMatch(f -> f.level() == level && f.rank() == rank && (f.where() + ": " + f.what()).contains(part));
    }
}
