// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.List;
import org.etude.et.wire.EtSet;
import org.etude.spec.CommunicationCosts;
import org.etude.spec.ParallelizeOptions;

/**
 * An extrapolated step.
 *
 * @param set the execution traces, one per rank, with assumptions in the report
 * @param spread the requested parallelism
 * @param source display name of the recording
 * @param recordedRanks ranks that were recorded
 * @param recordedBatch samples of the recorded step on each of them
 * @param batch samples of the step on each copy of the model
 * @param recordedMs the recorded step on the first rank in ms, from the first host operator to the last
 * @param stages figures of a rank of each part
 * @param memory memory of a rank of each stage; empty when the recording has no tensors
 * @param network the network derived from the calibration, fastest dimension first; empty without one, and for one rank
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

    /** The same with the network derived from measured costs. */
    Extrapolated on(CommunicationCosts costs) {
        List<CalibratedDim> dims = CalibratedNetwork.of(set, spread.ranks(), costs);
        EtSet reported = new EtSet(
                set.prefix(), set.ranks(), set.groups(), set.report().plus(ExtrapolationFindings.network(dims)));
        return new Extrapolated(
                reported, spread, source, recordedRanks, recordedBatch, batch, recordedMs, stages, memory, dims);
    }

    /** The largest relative uncertainty of a part's passes due to a single batch size. */
    public double doubt() {
        return stages.stream()
                .mapToDouble(s -> s.passesMs() > 0 ? s.doubtMs() / s.passesMs() : 0)
                .max()
                .orElse(0);
    }
}
