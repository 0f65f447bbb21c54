// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.EtPool;
import org.etude.spec.SimulationException;

/** Reads the execution traces {@code PREFIX.0.et}, {@code PREFIX.1.et}, ... of a job, as ASTRA-sim names them. */
public final class RankFiles {
    private RankFiles() {}

    /**
     * Reads the traces. Ranks whose files have identical bytes share one graph, which keeps large symmetric jobs small.
     */
    public static List<EtGraph> read(Path prefix, int count, boolean replicate, String asks) {
        List<EtGraph> ranks = new ArrayList<>();
        EtPool pool = new EtPool();
        for (int r = 0; r < count; r++) {
            if (replicate && r > 0) {
                return Collections.nCopies(count, ranks.get(0));
            }
            Path file = prefix.resolveSibling(prefix.getFileName() + "." + r + ".et");
            if (!Files.exists(file)) {
                throw new SimulationException(
                        "rank " + r + ": " + file + " is missing; the " + asks + " has " + count + " hosts",
                        "Give one ET per host, or a network of another size.");
            }
            ranks.add(pool.read(file));
        }
        return ranks;
    }
}
