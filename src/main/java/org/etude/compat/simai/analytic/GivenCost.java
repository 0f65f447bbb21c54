// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.analytic;

import java.util.OptionalDouble;
import org.etude.compat.simai.model.CommWord;
import org.etude.compat.simai.model.Diagnosis;
import org.etude.compat.simai.model.Parallel;
import org.etude.compat.simai.model.ParallelGrid;
import org.etude.compat.simai.model.SinglePrecision;
import org.etude.spec.CollectiveType;

/** Computes costs from given bus bandwidths. */
final class GivenCost implements CommCost {
    private static final double GIB = 1L << 30;
    private static final double NS_PER_S = 1e9;

    private final BusBandwidths bandwidths;
    private final ParallelGrid grid;
    private final double overlap;
    private final Diagnosis diagnosis;

    GivenCost(BusBandwidths bandwidths, ParallelGrid grid, double overlap, Diagnosis diagnosis) {
        this.bandwidths = bandwidths;
        this.grid = grid;
        this.overlap = overlap;
        this.diagnosis = diagnosis;
    }

    @Override
    public long nanos(String where, CollectiveType collective, Parallel kind, int ranks, long bytes) {
        if (ranks <= 1 || bytes == 0 || free(collective, kind)) {
            return 0;
        }
        OptionalDouble rate = rate(collective, kind);
        if (rate.isEmpty() || rate.getAsDouble() <= 0) {
            diagnosis.error(
                    where,
                    "no bandwidth for " + CommWord.of(collective) + " in groups of " + kind,
                    "the file of bus bandwidths has none",
                    "it takes no time here; write one into the file");
            return 0;
        }
        return (long) CommWord.onBus(collective, bytes / GIB / (float) rate.getAsDouble() * NS_PER_S, ranks);
    }

    /** Whether SimAI charges nothing for it. */
    private boolean free(CollectiveType collective, Parallel kind) {
        boolean small = grid.tp() <= grid.perServer();
        if (kind == Parallel.EP) {
            return !small || collective != CollectiveType.ALL_REDUCE && collective != CollectiveType.ALL_TO_ALL;
        }
        return kind != Parallel.TP && oneServer() && collective != CollectiveType.ALL_REDUCE;
    }

    private boolean oneServer() {
        return grid.gpus() == grid.perServer() && grid.tp() <= grid.perServer();
    }

    private OptionalDouble rate(CollectiveType collective, Parallel kind) {
        boolean all = collective == CollectiveType.ALL_REDUCE;
        return switch (kind) {
            case TP ->
                bandwidths.of(
                        Parallel.TP,
                        collective == CollectiveType.REDUCE_SCATTER ? CollectiveType.ALL_GATHER : collective);
            case EP -> all ? bandwidths.of(Parallel.TP, collective) : bandwidths.of(Parallel.EP, collective);
            case DP, DP_EP -> data(kind == Parallel.DP ? Parallel.DP : Parallel.EP, all);
        };
    }

    private OptionalDouble data(Parallel section, boolean all) {
        if (all && oneServer()) {
            return bandwidths.of(Parallel.TP, CollectiveType.ALL_REDUCE);
        }
        return bandwidths.of(section, all ? CollectiveType.ALL_REDUCE : CollectiveType.ALL_GATHER);
    }

    @Override
    public double stageMicros(double bytes) {
        OptionalDouble rate = bandwidths.stages();
        if (bytes == 0 || rate.isEmpty()) {
            return 0;
        }
        long all = (long) (bytes / GIB / (float) rate.getAsDouble() * NS_PER_S / 1000);
        return SinglePrecision.part(all, overlap);
    }
}
