// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import java.util.Optional;
import java.util.stream.Stream;
import org.etude.compat.triosim.engine.TrioSimSettings.Grid;
import org.etude.compat.triosim.engine.TrioSimSettings.Interconnect;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimException.Reason;
import org.etude.report.Report;

/** Helpers of runs in both modes: carriers, capacities, and the reason when a run does not finish. */
public record RunParts(TrioSimSettings settings) {
    private static final double MS = 1000;

    public long capacity() {
        // 2^63 bytes exceed a long by one, and exceed the needs of any step.
        return settings.capacityBits() == Long.SIZE - 1 ? Long.MAX_VALUE : 1L << settings.capacityBits();
    }

    /** The bandwidth of a ring link such that an all-reduce of S bytes takes S / the given bandwidth. */
    public double ringGBps() {
        double given = settings.interconnect().ringGBps();
        double n = settings.gpus();
        return settings.parallelism() == TrioSimParallelism.PIPELINE ? given : given * 2 * (n - 1) / n;
    }

    Optional<OpticalRing> opticalRing() {
        Optional<Grid> grid = settings.interconnect().optical();
        return grid.map(cells -> new OpticalRing(cells, settings.gpus()));
    }

    /** The carrier for the interconnect of the settings. */
    public Carrier carrier(TrioSimQueue queue) {
        Interconnect links = settings.interconnect();
        return opticalRing()
                .<Carrier>map(ring -> new OpticalCarrier(queue, ring::hops))
                .orElseGet(() -> new FlowCarrier(queue, links.remoteGBps(), ringGBps(), true));
    }

    /** The result of a replay that ended at this time in seconds; an error if the time is not finite. */
    public TrioSimResult result(double computed, double end, long ops) {
        if (!Double.isFinite(end)) {
            throw new TrioSimException(
                    Reason.SETTING,
                    "the step takes longer than any number holds, with bandwidths of "
                            + settings.interconnect().remoteGBps() + " and "
                            + settings.interconnect().ringGBps() + " GB/s",
                    "Give bandwidth and ptp-bandwidth in GB/s.");
        }
        return new TrioSimResult(computed * MS, end * MS, ops, Report.empty());
    }

    /** Throws the reason if a run stopped before its end. */
    public void finished(long done, long expected, Stream<DeviceMemory> memories) {
        if (done == expected) {
            return;
        }
        long wanted = memories.mapToLong(DeviceMemory::refused).max().orElse(0);
        String missing = (expected - done) + " of " + expected + " operators were never run";
        if (wanted > 0) {
            throw new TrioSimException(
                    Reason.OUT_OF_MEMORY,
                    missing + ": a GPU would have to hold " + wanted + " bytes and has " + capacity(),
                    "Give a larger capacity (now 2^" + settings.capacityBits() + "), or more GPUs or micro-batches.");
        }
        throw new TrioSimException(
                Reason.DEADLOCK,
                missing + ": by the original's rules they wait for each other",
                "Leave compat out: the default rules do not deadlock.");
    }
}
