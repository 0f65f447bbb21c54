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
    public static Optional<SimulationResult> reduced(Scenario scenario) {
        return RankZeroRun.run(scenario, RunCheckpoint.none()).result();
    }

    /** Why a scenario cannot be reduced; empty when it can. */
    public static String refusal(Scenario scenario) {
        return RankZeroRun.run(scenario, RunCheckpoint.none()).refused();
    }

    /** Asserts that everything but the number of events is the same. */
    public static void check(SimulationResult reduced, SimulationResult plain) {
        assertThat(reduced.ticks()).as("ticks").isEqualTo(plain.ticks());
        assertThat(reduced.messageCount()).as("messages").isEqualTo(plain.messageCount());
        assertThat(reduced.stopped()).isEqualTo(plain.stopped());
        assertThat(reduced.finishOrder()).as("finish order").isEqualTo(plain.finishOrder());
        assertThat(reduced.ranks()).usingRecursiveComparison().isEqualTo(plain.ranks());
        assertThat(reduced.roofline().isPresent()).isEqualTo(plain.roofline().isPresent());
        reduced.roofline()
                .ifPresent(columns -> roofline(columns, plain.roofline().get()));
        assertThat(reduced.peakMemory()).usingRecursiveComparison().isEqualTo(plain.peakMemory());
        assertThat(findings(reduced)).isEqualTo(findings(plain));
        assertThat(reduced.ops().isPresent()).isEqualTo(plain.ops().isPresent());
        reduced.ops().ifPresent(ops -> ops(ops, plain.ops().get()));
        assertThat(reduced.phases().isPresent()).isEqualTo(plain.phases().isPresent());
        reduced.phases().ifPresent(phases -> phases(phases, plain.phases().get()));
        assertThat(reduced.messages().isPresent()).isEqualTo(plain.messages().isPresent());
        reduced.messages().ifPresent(log -> messages(log, plain.messages().get()));
        links(reduced.links(), plain.links());
    }

    private static List<Finding> findings(SimulationResult result) {
        return result.report().findings().stream()
                .filter(f -> !f.what().contains("reduced by symmetry"))
                .toList();
    }

    private static void roofline(RooflineColumns reduced, RooflineColumns plain) {
        // NaN equals NaN here, as the bits do.
        assertThat(Arrays.equals(reduced.computeBound(), plain.computeBound())).isTrue();
        assertThat(Arrays.equals(reduced.computeUtilisation(), plain.computeUtilisation()))
                .isTrue();
        assertThat(Arrays.equals(reduced.memoryUtilisation(), plain.memoryUtilisation()))
                .isTrue();
        assertThat(Arrays.equals(reduced.intensity(), plain.intensity())).isTrue();
    }

    private static void ops(OpColumns reduced, OpColumns plain) {
        assertThat(reduced.size()).isEqualTo(plain.size());
        for (int row = 0; row < plain.size(); row++) {
            boolean same = reduced.rank(row) == plain.rank(row)
                    && reduced.node(row) == plain.node(row)
                    && reduced.issued(row) == plain.issued(row)
                    && reduced.ended(row) == plain.ended(row)
                    && reduced.type(row) == plain.type(row)
                    && reduced.resource(row).equals(plain.resource(row))
                    && reduced.name(row).equals(plain.name(row));
            assertThat(same).as("op %d", row).isTrue();
        }
    }

    private static void phases(PhaseColumns reduced, PhaseColumns plain) {
        assertThat(reduced.size()).isEqualTo(plain.size());
        assertThat(reduced.rank()).as("phase rank").isEqualTo(plain.rank());
        assertThat(reduced.node()).isEqualTo(plain.node());
        assertThat(reduced.chunk()).isEqualTo(plain.chunk());
        assertThat(reduced.step()).isEqualTo(plain.step());
        assertThat(reduced.dim()).isEqualTo(plain.dim());
        assertThat(reduced.kind()).isEqualTo(plain.kind());
        assertThat(reduced.queue()).isEqualTo(plain.queue());
        assertThat(reduced.bytes()).isEqualTo(plain.bytes());
        assertThat(reduced.entered()).isEqualTo(plain.entered());
        assertThat(reduced.started()).isEqualTo(plain.started());
        assertThat(reduced.ended()).isEqualTo(plain.ended());
    }

    private static void messages(MessageLog reduced, MessageLog plain) {
        assertThat(reduced.size()).isEqualTo(plain.size());
        for (int row = 0; row < plain.size(); row++) {
            boolean same = reduced.src(row) == plain.src(row)
                    && reduced.dst(row) == plain.dst(row)
                    && reduced.sentAt(row) == plain.sentAt(row)
                    && reduced.arrivedAt(row) == plain.arrivedAt(row)
                    && reduced.bytes(row) == plain.bytes(row)
                    && reduced.tag(row) == plain.tag(row);
            assertThat(same).as("message %d", row).isTrue();
        }
        assertThat(reduced.steps()).isEqualTo(plain.steps());
        for (int k = 0; k < plain.steps(); k++) {
            assertThat(reduced.step(k)).as("step %d", k).isEqualTo(plain.step(k));
        }
    }

    private static void links(LinkUse reduced, LinkUse plain) {
        assertThat(reduced.from()).isEqualTo(plain.from());
        assertThat(reduced.to()).isEqualTo(plain.to());
        assertThat(reduced.dim()).isEqualTo(plain.dim());
        assertThat(reduced.bytes()).as("link bytes").isEqualTo(plain.bytes());
        assertThat(reduced.busyNs()).as("link time").isEqualTo(plain.busyNs());
        assertThat(reduced.messages()).isEqualTo(plain.messages());
        assertThat(reduced.peakQueue()).as("peak queue").isEqualTo(plain.peakQueue());
    }
}
