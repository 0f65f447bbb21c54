package org.etude.sim.simai;

import java.util.Locale;
import java.util.Optional;

/**
 * What decides how collectives become flows.
 *
 * @param gpuType the type of GPU
 * @param pxn whether a server's data leaves by the GPU on the right rail (AS_PXN_ENABLE)
 * @param nvls whether NVSwitches add up (AS_NVLS_ENABLE)
 * @param algorithm the algorithm of all-reduces whatever the rest says; SimAI has no such choice
 */
public record FlowOptions(String gpuType, boolean pxn, boolean nvls, Optional<FlowAlgorithm> algorithm) {
    private static final int NVLS_RANKS = 8;

    /** SimAI's choices. */
    public static FlowOptions of(String gpuType, boolean pxn, boolean nvls) {
        return new FlowOptions(gpuType, pxn, nvls, Optional.empty());
    }

    /** The algorithm of a collective: NVLS for tensor-parallel all-reduces of 8 ranks or more on H100 and H800. */
    FlowAlgorithm algorithm(ProcessGroup group, Collective collective) {
        if (collective != Collective.ALLREDUCE) {
            return FlowAlgorithm.RING;
        }
        String type = gpuType.toUpperCase(Locale.ROOT);
        boolean able = type.equals("H100") || type.equals("H800");
        boolean switched =
                nvls && able && group.kind() == Parallel.TP && group.ranks().size() >= NVLS_RANKS;
        return algorithm.orElse(switched ? FlowAlgorithm.NVLS : FlowAlgorithm.RING);
    }
}
