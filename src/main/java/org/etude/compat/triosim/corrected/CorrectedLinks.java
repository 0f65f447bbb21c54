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
 * The network of the corrected rules: electrical or optical, with the given bandwidths. An optical ring is laid out so
 * that neighbours in the ring are neighbours in the grid. A closed path through all cells exists if their number is
 * even and they form more than a row. Otherwise, in an odd grid one pair is two hops apart (a path through all cells
 * but a corner, which one neighbour enters and leaves); in a row all pairs are (out over every second cell, back over
 * the others). No link carries two messages of a step of an all-reduce. Pipeline stages follow each other along the
 * rows, one hop each.
 *
 * @param remoteGBps bandwidth from the remote memory, 10^9 bytes per second
 * @param ringGBps bandwidth between neighbours, 10^9 bytes per second
 * @param remoteLatency seconds from the remote memory
 * @param ringLatency seconds between neighbours
 */
record CorrectedLinks(double remoteGBps, double ringGBps, double remoteLatency, double ringLatency) {
    /** The latency of an electrical link in seconds, which the original stores and never uses. */
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

    /** The number of hops between neighbours of a ring, or stages of a pipeline. */
    static int hops(Grid grid, TrioSimParallelism parallelism) {
        int cells = grid.rows() * grid.columns();
        boolean closed = cells % 2 == 0 && Math.min(grid.rows(), grid.columns()) > 1;
        return closed || cells <= 2 || parallelism == TrioSimParallelism.PIPELINE ? 1 : 2;
    }
}
