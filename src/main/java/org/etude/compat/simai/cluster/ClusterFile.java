// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.cluster;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.report.AtomicFiles;
import org.etude.report.InputText;
import org.etude.report.IoReason;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.text.TopologyWords;

/**
 * Reads and writes SimAI's topology file: {@code nodes gpus_per_server nv_switches other_switches links gpu_type}, the
 * ids of all switches, then {@code source destination rate delay error_rate} for each link.
 */
public final class ClusterFile {
    private static final String SHAPE = "Write 'nodes gpus_per_server nv_switches other_switches links gpu_type', the"
            + " switch ids, then for each link 'source destination 400Gbps 0.0005ms 0'.";

    private final Path file;
    private final TopologyWords words;

    private ClusterFile(Path file, String text) {
        this.file = file;
        words = new TopologyWords(file, text, what -> new TopologyException(what, SHAPE));
    }

    /**
     * Writes the file of a plan.
     *
     * @throws TopologyException when it cannot be written or the last server is not full
     */
    public static void write(ClusterPlan plan, Path target) {
        try {
            AtomicFiles.write(target, out -> writeTo(plan, out));
        } catch (IOException e) {
            throw new TopologyException(IoReason.notWritten(target, e), IoReason.notWrittenAdvice(e));
        }
    }

    /** Writes the file of a plan to a stream, which stays open. */
    public static void writeTo(ClusterPlan plan, OutputStream stream) throws IOException {
        Writer out = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), 1 << 16);
        ClusterSpec spec = plan.spec();
        out.write(header(plan) + "\n");
        for (int node = spec.number(ClusterOption.GPUS); node < plan.nodes(); node++) {
            out.write(node + " ");
        }
        out.write("\n");
        String error = spec.text(ClusterOption.ERROR_RATE);
        try {
            plan.links((from, to, rate, delay) -> {
                try {
                    out.write(from + " " + to + " " + rate + " " + delay + " " + error + "\n");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        out.flush();
    }

    /** The first line of a plan's file. */
    public static String header(ClusterPlan plan) {
        ClusterSpec spec = plan.spec();
        return plan.nodes() + " " + spec.number(ClusterOption.GPUS_PER_SERVER) + " " + plan.nvSwitches() + " "
                + (plan.asws() + plan.psws()) + " " + plan.statedLinks() + " " + spec.text(ClusterOption.GPU_TYPE);
    }

    /**
     * Reads a file. The number of links on the first line is ignored: SimAI's generator miscounts when two planes share
     * an odd number of spines.
     *
     * @throws TopologyException when it cannot be read or is malformed
     */
    public static ClusterGraph read(Path file) {
        try {
            return new ClusterFile(file, InputText.utf8(file)).parse();
        } catch (IOException e) {
            throw new TopologyException(
                    file + ": the topology cannot be read: " + IoReason.of(e), "Check the path and its permissions.");
        }
    }

    private ClusterGraph parse() {
        int nodes = words.whole("number of nodes");
        int perServer = words.whole("number of GPUs of a server");
        int nvSwitches = words.whole("number of NVSwitches");
        int switches = words.whole("number of other switches");
        words.whole("number of links");
        String type = words.word("GPU type");
        long gpus = (long) nodes - nvSwitches - switches;
        if (gpus < 1 || perServer < 1 || nvSwitches < 0 || switches < 0) {
            throw words.wrong("has " + nodes + " nodes, " + nvSwitches + " NVSwitches and " + switches
                    + " other switches, with " + perServer + " GPUs of a server");
        }
        for (int i = 0; i < nvSwitches + switches; i++) {
            int id = words.whole("switch id");
            if (id != gpus + i) {
                throw words.wrong("switch id " + id + " where " + (gpus + i)
                        + " is expected: GPUs come first, then NVSwitches, then the others");
            }
        }
        List<ClusterGraph.Link> links = new ArrayList<>();
        while (words.hasMore()) {
            int a = words.whole("source of a link");
            int b = words.whole("destination of a link");
            links.add(new ClusterGraph.Link(a, b, words.word("rate"), words.word("delay"), words.word("error rate")));
            if (a < 0 || b < 0 || a >= nodes || b >= nodes || a == b) {
                throw words.wrong("link " + a + "-" + b + " does not join two of the " + nodes + " nodes");
            }
        }
        return new ClusterGraph(file.toString(), (int) gpus, perServer, nvSwitches, switches, type, links);
    }
}
