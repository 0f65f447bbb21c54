// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.msccl;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.etude.config.JsonFault;
import org.etude.config.JsonTree;
import org.etude.config.XmlElement;
import org.etude.config.XmlTree;
import org.etude.et.graph.EtException;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.EtSet;
import org.etude.et.wire.Existing;
import org.etude.report.AtomicFiles;
import org.etude.report.Finding;
import org.etude.report.Gzip;
import org.etude.report.InputText;
import org.etude.report.IoReason;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.CollectiveType;

/** A collective as a plan of messages: MSCCL's XML or MSCCL++'s JSON, detected from the content. */
public final class CollectivePlan {
    private static final long LARGEST = 1L << 50;

    private final String name;
    private final CollectiveType type;
    private final PlanGraph graph;
    private final long chunks;
    private final int buffers;
    private final SizeRange range;
    private final String file;
    private final List<Finding> findings;

    /**
     * A parsed plan.
     *
     * @param chunks number of chunks of a buffer
     * @param buffers size of that buffer as a multiple of a rank's comm_size
     * @param range the sizes that it is for
     */
    CollectivePlan(
            String name,
            CollectiveType type,
            PlanGraph graph,
            long chunks,
            int buffers,
            SizeRange range,
            PlanFindings findings) {
        this.name = name;
        this.type = type;
        this.graph = graph;
        this.chunks = chunks;
        this.buffers = buffers;
        this.range = range;
        this.file = findings.file();
        this.findings = findings.list();
    }

    /**
     * Reads a plan.
     *
     * @throws EtException with file and location, when it is not a plan, breaks its rules, or uses features that
     *     are not simulated
     */
    public static CollectivePlan read(Path file) {
        try {
            if (startsLikeXml(file)) {
                XmlElement root = XmlTree.of(file);
                return new MscclXml(file.toString(), root).read();
            }
            JsonNode root = JsonTree.of(file);
            return new MscclppJson(file.toString(), root).read();
        } catch (XmlTree.BadXml | JsonProcessingException e) {
            String what = e instanceof JsonProcessingException json
                    ? JsonFault.line(": ", json) + ": is not JSON: " + JsonFault.reason(json)
                    : ": " + e.getMessage();
            throw new EtException(file + what, "Give a plan of MSCCL (XML) or MSCCL++ (JSON).");
        } catch (IOException e) {
            throw new EtException(
                    file + ": cannot be read (" + IoReason.of(e) + ").", "Check the file.", Report.empty(), e);
        }
    }

    private static boolean startsLikeXml(Path file) throws IOException {
        try (InputStream in = Gzip.open(file)) {
            return InputText.beginning(in, 256).stripLeading().startsWith("<");
        }
    }

    /**
     * The collective with a name used in plans: allreduce, allgather, reducescatter, reduce_scatter, alltoall,
     * broadcast, reduce.
     */
    static CollectiveType type(String text, String where) {
        return CollectiveType.named(text.toLowerCase(Locale.ROOT))
                .orElseThrow(() -> new EtException(
                        where + ": the collective \"" + text + "\" is not known",
                        "Use allreduce, allgather, reducescatter, alltoall, broadcast or reduce."));
    }

    /** The name of the algorithm. */
    public String name() {
        return name;
    }

    /** The collective that the plan implements. */
    public CollectiveType type() {
        return type;
    }

    /** The number of ranks. */
    public int ranks() {
        return graph.ranks();
    }

    /**
     * Its messages as execution traces.
     *
     * @param bytes the collective's comm_size: a rank's whole buffer, for an all-gather its part
     * @throws EtException if it is 0 or too large
     */
    public EtSet traces(long bytes) {
        if (bytes < 1 || bytes > LARGEST) {
            throw new EtException("a collective of " + bytes + " bytes", "Give 1 to 2^50 bytes.");
        }
        List<Finding> all = new ArrayList<>(findings);
        long whole = type == CollectiveType.ALL_GATHER ? bytes * graph.ranks() : bytes;
        range.finding(file, whole).ifPresent(all::add);
        return graph.traces(name.replaceAll("[^A-Za-z0-9_-]+", "_"), bytes * buffers, chunks, all);
    }

    /**
     * Writes its traces, NAME.RANK.et, and, if the simulator supports custom implementations of the collective, a
     * system.json that uses them.
     *
     * @param existing what becomes of ETs that the directory holds
     * @return the traces
     * @throws EtException for an invalid size, or when they cannot be written
     */
    public EtSet save(Path directory, long bytes, Existing existing, Progress progress) {
        EtSet set = traces(bytes);
        EtFiles.writeSet(set, directory, existing, progress);
        if (!type.isScheduled()) {
            return set;
        }
        Path file = directory.resolve("system.json");
        String key = type.hyphenated() + "-implementation-custom";
        String prefix =
                directory.toAbsolutePath().normalize().resolve(set.prefix()).toString();
        String text = "{\n  \"preferred-dataset-splits\": 1,\n  \"" + key + "\": [\""
                + prefix.replace("\\", "\\\\").replace("\"", "\\\"") + "\"]\n}\n";
        try {
            AtomicFiles.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new EtException(IoReason.notWritten(file, e), IoReason.notWrittenAdvice(e), Report.empty(), e);
        }
        return set;
    }
}
