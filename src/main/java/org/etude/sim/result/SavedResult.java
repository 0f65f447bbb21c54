// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import java.util.Optional;
import org.etude.network.queue.LinkUse;
import org.etude.network.queue.MessageLog;
import org.etude.report.Report;
import org.etude.sim.spec.Scenario;

/** The saved form of a {@link SimulationResult}: everything but its scenario. */
public record SavedResult(
        long ticks,
        long events,
        long messageCount,
        String stopped,
        int[] finishOrder,
        RankColumns ranks,
        Optional<RooflineColumns> roofline,
        Optional<OpColumns.Times> ops,
        Optional<PhaseColumns> phases,
        Optional<MessageLog> messages,
        LinkUse links,
        Optional<long[]> peakMemory,
        Optional<StallException> stall,
        Report report) {

    /** The saved form of a result. */
    public static SavedResult of(SimulationResult r) {
        return new SavedResult(
                r.ticks(),
                r.events(),
                r.messageCount(),
                r.stopped(),
                r.finishOrder(),
                r.ranks(),
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
                ranks,
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
