// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtFiles;

/** Inputs of the packet backend for the first of the seeds' figures: 62,148 cycles for 1 MiB all-reduced by two ranks. */
public final class SeedCase {
    private SeedCase() {}

    /** Writes config.txt, topo.txt, logical.json, memory.json, system.json and wl/w.RANK.et. */
    public static void write(Path directory) throws IOException {
        Files.createDirectories(directory.resolve("wl"));
        Files.writeString(
                directory.resolve("config.txt"),
                "TOPOLOGY_FILE elsewhere/topo.txt CC_MODE 12 L2_CHUNK_SIZE 4000 L2_ACK_INTERVAL 1 GLOBAL_T 0 VAR_WIN 1 "
                        + "RATE_AI 50Mb/s RATE_HAI 100Mb/s ENABLE_QCN 0 BUFFER_SIZE 32\n");
        Files.writeString(directory.resolve("topo.txt"), "3 1 2\n2\n2 0 200Gbps 0.0005ms 0\n2 1 200Gbps 0.0005ms 0\n");
        Files.writeString(directory.resolve("logical.json"), "{\"logical-dims\": [\"2\"]}");
        Files.writeString(directory.resolve("memory.json"), "{\"memory-type\": \"NO_MEMORY_EXPANSION\"}");
        Files.writeString(
                directory.resolve("system.json"),
                "{\"scheduling-policy\": \"LIFO\", \"endpoint-delay\": 10, \"active-chunks-per-dimension\": 1, "
                        + "\"preferred-dataset-splits\": 4, \"all-reduce-implementation\": [\"ring\"], "
                        + "\"collective-optimization\": \"localBWAware\", \"local-mem-bw\": 1600}");
        for (int rank = 0; rank < 2; rank++) {
            EtGraphBuilder graph = new EtGraphBuilder("0.0.4", List.of());
            graph.add(EtNode.of(
                    0,
                    "all_reduce",
                    EtNodeType.COMM_COLL,
                    EtAttribute.int64("comm_type", 0),
                    EtAttribute.int64("comm_size", 1 << 20)));
            EtFiles.write(graph.build(), directory.resolve("wl/w." + rank + ".et"));
        }
    }
}
