// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.Locale;
import java.util.Optional;
import org.etude.compat.simai.model.Parallel;
import org.etude.compat.simai.model.SimAiGroup;
import org.etude.spec.CollectiveType;

/**
 * Options that determine how collectives become flows.
 *
 * @param gpuType the type of GPU
 * @param pxn whether data leaves a server through the GPU on the right rail (AS_PXN_ENABLE)
 * @param nvls whether NVSwitches reduce (AS_NVLS_ENABLE)
 * @param algorithm forces the algorithm of all-reduces; not in SimAI
 * @param tuning chooses algorithm and protocol by size and group like NCCL, with its latencies; not in SimAI
 */
public record FlowOptions(
        String gpuType, boolean pxn, boolean nvls, Optional<FlowAlgorithm> algorithm, Optional<NcclTuning> tuning) {
    private static final int NVLS_RANKS = 8;

    /** Options without tuning. */
    public FlowOptions(String gpuType, boolean pxn, boolean nvls, Optional<FlowAlgorithm> algorithm) {
        this(gpuType, pxn, nvls, algorithm, Optional.empty());
    }

    /** SimAI's choices. */
    public static FlowOptions of(String gpuType, boolean pxn, boolean nvls) {
        return new FlowOptions(gpuType, pxn, nvls, Optional.empty());
    }

    /** These options with NCCL's choice. */
    public FlowOptions tuned(NcclTuning model) {
        return new FlowOptions(gpuType, pxn, nvls, algorithm, Optional.of(model));
    }

    /**
     * The method for a collective.
     *
     * @param protocol set if NCCL's tuning chose it
     */
    record FlowMethod(FlowAlgorithm algorithm, Optional<NcclProtocol> protocol) {}

    /**
     * NCCL's choice, or SimAI's: NVLS for tensor-parallel all-reduces of 8 ranks or more on H100 and H800, else rings.
     */
    FlowMethod method(SimAiGroup group, CollectiveType collective, long bytes) {
        if (collective == CollectiveType.ALL_TO_ALL) {
            return new FlowMethod(FlowAlgorithm.RING, Optional.empty());
        }
        if (tuning.isPresent()) {
            NcclTuning.Choice choice =
                    tuning.get().choose(collective, bytes, group.ranks().size(), group.nodes());
            return new FlowMethod(choice.algorithm(), Optional.of(choice.protocol()));
        }
        if (collective != CollectiveType.ALL_REDUCE) {
            return new FlowMethod(FlowAlgorithm.RING, Optional.empty());
        }
        String type = gpuType.toUpperCase(Locale.ROOT);
        boolean able = type.equals("H100") || type.equals("H800");
        boolean switched =
                nvls && able && group.kind() == Parallel.TP && group.ranks().size() >= NVLS_RANKS;
        return new FlowMethod(algorithm.orElse(switched ? FlowAlgorithm.NVLS : FlowAlgorithm.RING), Optional.empty());
    }

    /** Whether NVSwitches may send and receive. */
    boolean switchesSend() {
        return nvls
                || algorithm.filter(FlowAlgorithm::usesNvSwitches).isPresent()
                || tuning.filter(model -> model.algorithms().stream().anyMatch(FlowAlgorithm::usesNvSwitches))
                        .isPresent();
    }
}
