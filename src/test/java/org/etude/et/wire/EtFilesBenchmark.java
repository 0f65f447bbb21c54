// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.et.graph.EtGraph;

/** Prints how many MB of one plain ET file are read and written per CPU second, warm. */
public final class EtFilesBenchmark {
    private static final int ROUNDS = 60;
    private static final int FILES = 6;

    private EtFilesBenchmark() {}

    /** Takes the path of the file. */
    public static void main(String[] args) throws IOException {
        byte[] bytes = Files.readAllBytes(Path.of(args[0]));
        EtGraph graph = null;
        for (int round = 1; round <= ROUNDS; round++) {
            long start = cpuNanos();
            for (int i = 0; i < FILES; i++) {
                graph = EtFiles.read(new ByteArrayInputStream(bytes), args[0]);
            }
            long read = cpuNanos();
            for (int i = 0; i < FILES; i++) {
                EtFiles.write(graph, new ByteArrayOutputStream(bytes.length));
            }
            long written = cpuNanos();
            if (round % 10 == 0) {
                double megabytes = FILES * bytes.length / 1e6;
                System.out.printf(
                        "round %d: read %.0f MB/s, write %.0f MB/s%n",
                        round, megabytes / ((read - start) / 1e9), megabytes / ((written - read) / 1e9));
            }
        }
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
