// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.etude.network.queue.LinkUse;
import org.etude.network.queue.MessageLog;
import org.etude.report.Report;
import org.etude.sim.spec.Scenario;
import org.etude.trace.activity.TimeSplit;

/** The saved form of a {@link SimulationResult}: everything but its scenario. */
public record SavedResult(
        long ticks,
        long events,
        long messageCount,
        String stopped,
        int[] finishOrder,
        Ranks ranks,
        Optional<RooflineColumns> roofline,
        Optional<OpColumns.Times> ops,
        Optional<PhaseColumns> phases,
        Optional<MessageLog> messages,
        LinkUse links,
        Optional<long[]> peakMemory,
        Optional<StallException> stall,
        Report report) {

    /** The columns of {@link RankColumns}. */
    record Ranks(
            long[] finish,
            long[] wall,
            long[] gpu,
            long[] cpu,
            long[] comm,
            long[] memory,
            long[] invalid,
            long[] referenceExposed,
            long[] referenceOverlap,
            List<TimeSplit> split) {
        static Ranks of(RankColumns r) {
            return new Ranks(
                    r.finish(),
                    r.wall(),
                    r.gpu(),
                    r.cpu(),
                    r.comm(),
                    r.memory(),
                    r.invalid(),
                    r.referenceExposed(),
                    r.referenceOverlap(),
                    Arrays.asList(r.split()));
        }

        RankColumns columns() {
            return new RankColumns(
                    finish,
                    wall,
                    gpu,
                    cpu,
                    comm,
                    memory,
                    invalid,
                    referenceExposed,
                    referenceOverlap,
                    split.toArray(TimeSplit[]::new));
        }
    }

    /** The saved form of a result. */
    public static SavedResult of(SimulationResult r) {
        return new SavedResult(
                r.ticks(),
                r.events(),
                r.messageCount(),
                r.stopped(),
                r.finishOrder(),
                Ranks.of(r.ranks()),
                r.roofline(),
                r.ops().map(OpColumns::times),
                r.phases(),
                r.messages(),
                r.links(),
                r.peakMemory(),
                r.stall(),
                r.report());
    }

    /** Restores the result of a run of this scenario. */
    public SimulationResult of(Scenario scenario) {
        return new SimulationResult(
                scenario,
                ticks,
                events,
                messageCount,
                stopped,
                finishOrder,
                ranks.columns(),
                roofline,
                ops.map(times -> times.of(scenario)),
                phases,
                messages,
                links,
                peakMemory,
                stall,
                report);
    }
}
