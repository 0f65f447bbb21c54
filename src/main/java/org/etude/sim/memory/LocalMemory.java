// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.memory;

import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.etude.et.graph.EtAttribute;
import org.etude.sim.program.FindingLog;
import org.etude.sim.program.RankProgram;
import org.etude.sim.program.RankWorkload;
import org.etude.spec.SimulationException;

/**
 * Live tensors over time. A tensor lives from the issue of the node that writes it (tick 0 if it is only read) to the
 * end of the last node that reads it; one that is never read lives to the end.
 */
public final class LocalMemory {
    private record Tensor(long bytes, long from, long to) {}

    private LocalMemory() {}

    /** Peak live bytes by rank; empty when nodes do not name their tensors. */
    public static Optional<long[]> peaks(RankWorkload[] ranks, FindingLog findings) {
        long[] peaks = new long[ranks.length];
        for (RankWorkload rank : ranks) {
            Map<String, Tensor> tensors = new HashMap<>();
            for (int n = 0; n < rank.program.size; n++) {
                List<?> reads = names(rank.program, n, "inputs");
                List<?> writes = names(rank.program, n, "outputs");
                if (reads == null || writes == null) {
                    findings.warn(
                            rank.rank,
                            rank.program.describe(n),
                            "track-local-mem is on but the node has no inputs or outputs attribute",
                            "ASTRA-sim stops without a result there",
                            "memory is not tracked in this run");
                    return Optional.empty();
                }
                touch(tensors, reads, rank, n, false);
                touch(tensors, writes, rank, n, true);
            }
            peaks[rank.rank] = peak(new ArrayList<>(tensors.values()));
        }
        return Optional.of(peaks);
    }

    private static List<?> names(RankProgram program, int node, String name) {
        EtAttribute attribute = program.graph.attribute(program.source(node), name);
        return attribute != null && attribute.value() instanceof List<?> list ? list : null;
    }

    private static void touch(Map<String, Tensor> tensors, List<?> pairs, RankWorkload rank, int node, boolean write) {
        if (pairs.size() % 2 != 0) {
            throw unpaired(rank, node, "lists " + pairs.size() + " names and sizes of tensors together");
        }
        for (int i = 0; i < pairs.size(); i += 2) {
            String name = pairs.get(i).toString();
            long bytes = bytes(rank, node, name, pairs.get(i + 1).toString());
            if (bytes == 0) {
                continue;
            }
            Tensor known = tensors.get(name);
            long from = known == null ? Long.MAX_VALUE : known.from;
            long to = known == null ? -1 : known.to;
            if (write) {
                from = Math.min(from, rank.issued[node]);
            } else {
                to = Math.max(to, rank.ended[node]);
            }
            tensors.put(name, new Tensor(bytes, from, to));
        }
    }

    private static long bytes(RankWorkload rank, int node, String tensor, String text) {
        try {
            long bytes = Long.parseLong(text);
            if (bytes >= 0) {
                return bytes;
            }
        } catch (NumberFormatException e) {
            // Reported below, with its location.
        }
        throw unpaired(rank, node, "says that tensor " + tensor + " has \"" + text + "\" bytes");
    }

    private static SimulationException unpaired(RankWorkload rank, int node, String what) {
        return new SimulationException(
                "rank " + rank.rank + ": " + rank.program.describe(node) + ' ' + what,
                "Write inputs and outputs as name, bytes, name, bytes, ...");
    }

    private static long peak(List<Tensor> tensors) {
        int n = tensors.size();
        long[] births = new long[n];
        long[] born = new long[n];
        long[] deaths = new long[n];
        long[] died = new long[n];
        for (int i = 0; i < n; i++) {
            Tensor t = tensors.get(i);
            births[i] = t.from == Long.MAX_VALUE ? 0 : t.from;
            born[i] = t.bytes;
            deaths[i] = t.to < 0 ? Long.MAX_VALUE : t.to;
            died[i] = t.bytes;
        }
        LongArrays.quickSort(births, born);
        LongArrays.quickSort(deaths, died);
        long live = 0;
        long peak = 0;
        int dead = 0;
        for (int i = 0; i < n; i++) {
            while (dead < n && deaths[dead] <= births[i]) {
                live -= died[dead++];
            }
            live += born[i];
            peak = Math.max(peak, live);
        }
        return peak;
    }
}
