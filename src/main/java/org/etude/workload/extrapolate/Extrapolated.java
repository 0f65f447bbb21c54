// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.List;
import org.etude.et.wire.EtSet;
import org.etude.spec.CommunicationCosts;
import org.etude.spec.ParallelizeOptions;

/**
 * A recorded step, spread.
 *
 * @param set the execution traces, one per rank; the report tells what was assumed
 * @param spread what was asked for
 * @param source what was recorded, for people
 * @param recordedRanks ranks that were recorded
 * @param recordedBatch samples of the recorded step on each of them
 * @param batch samples of the step on each copy of the model
 * @param recordedMs the recorded step on the first rank: host, from its first operator to its last
 * @param stages what a rank of each part does
 * @param memory what a rank of each stage holds; empty when the recording has no tensors
 * @param network the network that the calibration makes, fastest dimension first; empty without one, and for one rank
 */
public record Extrapolated(
        EtSet set,
        ParallelizeOptions spread,
        String source,
        int recordedRanks,
        long recordedBatch,
        long batch,
        double recordedMs,
        List<StageFigures> stages,
        List<StageMemory> memory,
        List<CalibratedDim> network) {
    /** Copies the lists. */
    public Extrapolated {
        stages = List.copyOf(stages);
        memory = List.copyOf(memory);
        network = List.copyOf(network);
    }

    /** The same with the network that measured costs make. */
    Extrapolated on(CommunicationCosts costs) {
        List<CalibratedDim> dims = CalibratedNetwork.of(set, spread.ranks(), costs);
        EtSet told = new EtSet(
                set.prefix(), set.ranks(), set.groups(), set.report().plus(ExtrapolationFindings.network(dims)));
        return new Extrapolated(
                told, spread, source, recordedRanks, recordedBatch, batch, recordedMs, stages, memory, dims);
    }

    /** The largest share by which the passes of a part may be off either way, for want of a second batch size. */
    public double doubt() {
        return stages.stream()
                .mapToDouble(s -> s.passesMs() > 0 ? s.doubtMs() / s.passesMs() : 0)
                .max()
                .orElse(0);
    }
}
