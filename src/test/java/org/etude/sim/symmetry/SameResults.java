// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.etude.network.queue.LinkUse;
import org.etude.network.queue.MessageLog;
import org.etude.report.Finding;
import org.etude.sim.checkpoint.RunCheckpoint;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.PhaseColumns;
import org.etude.sim.result.RooflineColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Scenario;

/** Compares a run reduced by symmetry with the run of all ranks, to the last bit. */
public final class SameResults {
    private SameResults() {}

    /** The reduced run of a scenario, if it can be reduced. */
    public static Optional<SimulationResult> folded(Scenario scenario) {
        return RankZeroRun.run(scenario, RunCheckpoint.none()).result();
    }

    /** Why a scenario cannot be reduced; empty when it can. */
    public static String refusal(Scenario scenario) {
        return RankZeroRun.run(scenario, RunCheckpoint.none()).refused();
    }

    /** Asserts that everything but the number of events is the same. */
    public static void check(SimulationResult folded, SimulationResult plain) {
        assertThat(folded.ticks()).as("ticks").isEqualTo(plain.ticks());
        assertThat(folded.messageCount()).as("messages").isEqualTo(plain.messageCount());
        assertThat(folded.stopped()).isEqualTo(plain.stopped());
        assertThat(folded.finishOrder()).as("finish order").isEqualTo(plain.finishOrder());
        assertThat(folded.ranks()).usingRecursiveComparison().isEqualTo(plain.ranks());
        assertThat(folded.roofline().isPresent()).isEqualTo(plain.roofline().isPresent());
        folded.roofline()
                .ifPresent(columns -> roofline(columns, plain.roofline().get()));
        assertThat(folded.peakMemory()).usingRecursiveComparison().isEqualTo(plain.peakMemory());
        assertThat(findings(folded)).isEqualTo(findings(plain));
        assertThat(folded.ops().isPresent()).isEqualTo(plain.ops().isPresent());
        folded.ops().ifPresent(ops -> ops(ops, plain.ops().get()));
        assertThat(folded.phases().isPresent()).isEqualTo(plain.phases().isPresent());
        folded.phases().ifPresent(phases -> phases(phases, plain.phases().get()));
        assertThat(folded.messages().isPresent()).isEqualTo(plain.messages().isPresent());
        folded.messages().ifPresent(log -> messages(log, plain.messages().get()));
        links(folded.links(), plain.links());
    }

    private static List<Finding> findings(SimulationResult result) {
        return result.report().findings().stream()
                .filter(f -> !f.what().contains("reduced by symmetry"))
                .toList();
    }

    private static void roofline(RooflineColumns folded, RooflineColumns plain) {
        // NaN equals NaN here, as the bits do.
        assertThat(Arrays.equals(folded.computeBound(), plain.computeBound())).isTrue();
        assertThat(Arrays.equals(folded.computeUtilisation(), plain.computeUtilisation()))
                .isTrue();
        assertThat(Arrays.equals(folded.memoryUtilisation(), plain.memoryUtilisation()))
                .isTrue();
        assertThat(Arrays.equals(folded.intensity(), plain.intensity())).isTrue();
    }

    private static void ops(OpColumns folded, OpColumns plain) {
        assertThat(folded.size()).isEqualTo(plain.size());
        for (int row = 0; row < plain.size(); row++) {
            boolean same = folded.rank(row) == plain.rank(row)
                    && folded.node(row) == plain.node(row)
                    && folded.issued(row) == plain.issued(row)
                    && folded.ended(row) == plain.ended(row)
                    && folded.type(row) == plain.type(row)
                    && folded.resource(row).equals(plain.resource(row))
                    && folded.name(row).equals(plain.name(row));
            assertThat(same).as("op %d", row).isTrue();
        }
    }

    private static void phases(PhaseColumns folded, PhaseColumns plain) {
        assertThat(folded.size()).isEqualTo(plain.size());
        assertThat(folded.rank()).as("phase rank").isEqualTo(plain.rank());
        assertThat(folded.node()).isEqualTo(plain.node());
        assertThat(folded.chunk()).isEqualTo(plain.chunk());
        assertThat(folded.step()).isEqualTo(plain.step());
        assertThat(folded.dim()).isEqualTo(plain.dim());
        assertThat(folded.kind()).isEqualTo(plain.kind());
        assertThat(folded.queue()).isEqualTo(plain.queue());
        assertThat(folded.bytes()).isEqualTo(plain.bytes());
        assertThat(folded.entered()).isEqualTo(plain.entered());
        assertThat(folded.started()).isEqualTo(plain.started());
        assertThat(folded.ended()).isEqualTo(plain.ended());
    }

    private static void messages(MessageLog folded, MessageLog plain) {
        assertThat(folded.size()).isEqualTo(plain.size());
        for (int row = 0; row < plain.size(); row++) {
            boolean same = folded.src(row) == plain.src(row)
                    && folded.dst(row) == plain.dst(row)
                    && folded.sentAt(row) == plain.sentAt(row)
                    && folded.arrivedAt(row) == plain.arrivedAt(row)
                    && folded.bytes(row) == plain.bytes(row)
                    && folded.tag(row) == plain.tag(row);
            assertThat(same).as("message %d", row).isTrue();
        }
        assertThat(folded.steps()).isEqualTo(plain.steps());
        for (int k = 0; k < plain.steps(); k++) {
            assertThat(folded.step(k)).as("step %d", k).isEqualTo(plain.step(k));
        }
    }

    private static void links(LinkUse folded, LinkUse plain) {
        assertThat(folded.from()).isEqualTo(plain.from());
        assertThat(folded.to()).isEqualTo(plain.to());
        assertThat(folded.dim()).isEqualTo(plain.dim());
        assertThat(folded.bytes()).as("link bytes").isEqualTo(plain.bytes());
        assertThat(folded.busyNs()).as("link time").isEqualTo(plain.busyNs());
        assertThat(folded.messages()).isEqualTo(plain.messages());
        assertThat(folded.peakQueue()).as("peak queue").isEqualTo(plain.peakQueue());
    }
}
