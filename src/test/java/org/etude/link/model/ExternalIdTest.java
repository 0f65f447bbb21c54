// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.assertj.core.api.Assertions;
import org.etude.link.Recording;
import org.etude.report.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GPU work whose launch cannot be determined depends on the operator that its External id names, where such ids can be trusted. */
class ExternalIdTest {
    private static final int NONE = -1;

    @TempDir
    Path dir;

    /** Four operators that launch one kernel each; External ids count the operators, or the calls as old profilers do. */
    private static Recording.Rank job(boolean idsOfCalls) {
        Recording.Rank rank = Recording.alone();
        for (int k = 1; k <= 4; k++) {
            double at = 100 * k;
            rank.op("op" + k, 1, at, 50, "External id", idsOfCalls ? 7 * k : k);
            rank.call("cudaLaunchKernel", 1, at + 10, 5, 50 + k, "External id", idsOfCalls ? 1000 + k : k);
        }
        return rank;
    }

    private static void kernels(Recording.Rank rank, int correlated, int firstId) {
        for (int k = 1; k <= 4; k++) {
            rank.kernel("k" + k, 7, 100 * k + 30, 10, k <= correlated ? 50 + k : NONE, "External id", firstId + k);
        }
    }

    @Test
    void anOperatorsOwnIdIsConfirmedByTheWorkThatHasALaunch() {
        Recording.Rank job = job(false);
        kernels(job, 3, 0);
        LinkedRank rank = job.link(dir);
        assertThat(Graph.parent(rank, "k4")).isEqualTo("op4");
        assertThat(rank.coverage())
                .contains(
                        new LinkedRank.Coverage("GPU events", 3, 4),
                        new LinkedRank.Coverage("GPU events under an operator", 4, 4));
    }

    @Test
    void twoPiecesOfWorkConfirmNothing() {
        Recording.Rank job = job(false);
        kernels(job, 2, 0);
        assertThat(Graph.parent(job.link(dir), "k4")).isEmpty();
    }

    @Test
    void idsThatTheLaunchesContradictAreNotBelieved() {
        Recording.Rank job = job(false);
        for (int k = 1; k <= 4; k++) {
            job.kernel("k" + k, 7, 100 * k + 30, 10, k <= 3 ? 50 + k : NONE, "External id", 5 - k);
        }
        assertThat(Graph.parent(job.link(dir), "k4")).isEmpty();
    }

    @Test
    void theIdOfACallLeadsToTheOperatorThatMadeIt() {
        Recording.Rank job = job(true);
        kernels(job, 3, 1000);
        LinkedSet linked = job.job().link(dir);
        assertThat(Graph.parent(linked.ranks().get(0), "k4")).isEqualTo("op4");
        assertThat(Graph.edges(linked.ranks().get(0), EdgeKind.LAUNCH))
                .containsExactly("op1>k1", "op2>k2", "op3>k3", "op4>k4");
        assertThat(linked.report().findings())
                .extracting(Finding::what, Finding::effect)
                .contains(Assertions.tuple(
                        "1 of 4 GPU events have no launch",
                        "kept in stream order; 1 assigned to the operator with their External id"));
    }

    @Test
    void anIdThatCallsOfTwoOperatorsShareNamesNeither() {
        Recording.Rank job = job(true).call("cudaMalloc", 1, 110.5, 1, 99, "External id", 1004);
        kernels(job, 3, 1000);
        assertThat(Graph.parent(job.link(dir), "k4")).isEmpty();
    }

    @Test
    void withoutAnyCorrelationTimeConfirmsTheIds() {
        Recording.Rank job = job(true);
        kernels(job, 0, 1000);
        LinkedRank rank = job.link(dir);
        assertThat(Graph.edges(rank, EdgeKind.LAUNCH)).containsExactly("op1>k1", "op2>k2", "op3>k3", "op4>k4");
        assertThat(rank.coverage()).contains(new LinkedRank.Coverage("GPU events", 0, 4));
    }

    @Test
    void idsThatNameLaterOperatorsAreOfAnotherNumbering() {
        Recording.Rank job = job(true);
        for (int k = 1; k <= 4; k++) {
            job.kernel("k" + k, 7, 100 * k + 30, 10, NONE, "External id", 1000 + k % 4 + 1);
        }
        assertThat(Graph.edges(job.link(dir), EdgeKind.LAUNCH)).isEmpty();
    }
}
