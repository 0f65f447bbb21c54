// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;

/**
 * Reads execution traces; files with equal bytes share one graph, which saves memory in large symmetric jobs. A file is
 * compared with the last few distinct ones of the same length, so that reading stays linear.
 */
public final class EtPool {
    /** With how many of the last distinct files of its length a file is compared. */
    public static final int COMPARED = 4;

    private record Known(Path file, EtGraph graph) {}

    private final Map<Long, List<Known>> bySize = new HashMap<>();

    /** A pool that has read nothing. */
    public EtPool() {}

    /**
     * The graph of a file.
     *
     * @throws EtException when it is missing or broken
     */
    public EtGraph read(Path file) {
        try {
            List<Known> known = bySize.computeIfAbsent(Files.size(file), size -> new ArrayList<>());
            for (int i = known.size() - 1; i >= Math.max(0, known.size() - COMPARED); i--) {
                if (Files.mismatch(known.get(i).file, file) < 0) {
                    return known.get(i).graph;
                }
            }
            EtGraph graph = EtFiles.read(file);
            known.add(new Known(file, graph));
            return graph;
        } catch (IOException e) {
            throw EtFiles.notRead(file, e);
        }
    }
}
