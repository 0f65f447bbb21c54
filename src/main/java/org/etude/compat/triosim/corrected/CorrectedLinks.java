// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.corrected;

import org.etude.compat.triosim.engine.Carrier;
import org.etude.compat.triosim.engine.DelayedCarrier;
import org.etude.compat.triosim.engine.FlowCarrier;
import org.etude.compat.triosim.engine.OpticalCarrier;
import org.etude.compat.triosim.engine.OpticalRing;
import org.etude.compat.triosim.engine.RunParts;
import org.etude.compat.triosim.engine.TrioSimParallelism;
import org.etude.compat.triosim.engine.TrioSimQueue;
import org.etude.compat.triosim.engine.TrioSimSettings;
import org.etude.compat.triosim.engine.TrioSimSettings.Grid;

/**
 * The network of the corrected rules: electrical or optical, with the given bandwidths. An optical ring is laid so that GPUs
 * that are next to each other in it are next to each other in the grid: a closed way through all cells exists when their number is
 * even and they are more than a row. Else one closing pair is two hops apart in an odd grid (a way through all cells but a
 * corner, which is reached and left by one neighbour), and all pairs in a row (out over every second cell, back over the others).
 * No link of these carries two messages of a step of an all-reduce. Stages of a pipeline follow each other along the rows, one hop
 * each.
 *
 * @param remoteGBps bandwidth from the remote memory, 10^9 bytes per second
 * @param ringGBps bandwidth between neighbours, 10^9 bytes per second
 * @param remoteLatency seconds from the remote memory
 * @param ringLatency seconds between neighbours
 */
record CorrectedLinks(double remoteGBps, double ringGBps, double remoteLatency, double ringLatency) {
    /** Seconds of an electrical link, which the original stores and never uses. */
    static final double ELECTRICAL = 1e-7;

    private static final double GIGA = 1e9;

    static CorrectedLinks of(RunParts parts) {
        TrioSimSettings settings = parts.settings();
        double remote = settings.interconnect().remoteGBps();
        double ring = parts.ringGBps();
        return settings.interconnect()
                .optical()
                .map(grid -> new CorrectedLinks(
                        remote,
                        ring,
                        OpticalCarrier.HOP,
                        OpticalCarrier.HOP * hops(OpticalRing.filled(grid, settings.gpus()), settings.parallelism())))
                .orElseGet(() -> new CorrectedLinks(remote, ring, ELECTRICAL, ELECTRICAL));
    }

    Carrier carrier(TrioSimQueue queue) {
        return new DelayedCarrier(
                queue, new FlowCarrier(queue, remoteGBps, ringGBps, false), remoteLatency, ringLatency);
    }

    RingTime ring(int gpus) {
        return new RingTime(gpus, ringGBps * GIGA, ringLatency);
    }

    /** Hops between neighbours of a ring, or stages of a pipeline. */
    static int hops(Grid grid, TrioSimParallelism parallelism) {
        int cells = grid.rows() * grid.columns();
        boolean closed = cells % 2 == 0 && Math.min(grid.rows(), grid.columns()) > 1;
        return closed || cells <= 2 || parallelism == TrioSimParallelism.PIPELINE ? 1 : 2;
    }
}
