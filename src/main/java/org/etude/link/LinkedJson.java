package org.etude.link;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.etude.report.AtomicFiles;
import org.etude.report.Progress;
import org.etude.trace.DeviceTrace;
import org.etude.trace.EventKind;
import org.etude.trace.HostTrace;
import org.etude.trace.RankTrace;

/**
 * Writes the linked trace of one rank as chakra_trace_link does: the execution trace's nodes with new ids, those that ran in
 * the Kineto window with their times in microseconds, and after each the GPU work it launched as nodes of their own. Read it
 * again with {@code chakra_converter} or its likeness in {@code org.etude.et.pytorch}. Streams; a name that ends in {@code .gz}
 * is compressed.
 */
public final class LinkedJson {
    private static final long UNKNOWN = -1;

    private final RankTrace trace;
    private final LinkPlan plan;
    private final Long2LongOpenHashMap newIds = new Long2LongOpenHashMap();
    private final Long2LongOpenHashMap idOfWork = new Long2LongOpenHashMap();

    private LinkedJson(RankTrace trace, LinkPlan plan) {
        this.trace = trace;
        this.plan = plan;
        newIds.defaultReturnValue(UNKNOWN);
        idOfWork.defaultReturnValue(UNKNOWN);
    }

    /**
     * Writes a linked rank: every GPU event, by whatever call launched.
     *
     * @param hostFile the execution trace it was made from, whose inputs and outputs are copied
     * @throws IOException when a file cannot be read or written
     */
    public static void write(LinkedRank rank, Path hostFile, Path output) throws IOException {
        new LinkedJson(rank.trace(), GraphPlan.of(rank)).write(hostFile, output);
    }

    /**
     * Writes what the reference tool writes, with its losses, for comparisons.
     *
     * @throws IOException when a file cannot be read or written
     */
    public static void writeLikeReference(RankTrace trace, Path hostFile, Path output) throws IOException {
        new LinkedJson(trace, ReferencePlan.of(trace)).write(hostFile, output);
    }

    private void write(Path hostFile, Path output) throws IOException {
        Path target = output.toAbsolutePath();
        Path spool = target.resolveSibling("." + target.getFileName() + ".nodes.part");
        Files.createDirectories(target.getParent());
        try (HostNodes nodes = new HostNodes(hostFile, spool)) {
            number(nodes);
            boolean gzip = output.toString().endsWith(".gz");
            AtomicFiles.write(output, out -> {
                OutputStream packed = gzip ? new GZIPOutputStream(out) : out;
                try (JsonGenerator json = HostNodes.mapper().getFactory().createGenerator(packed)) {
                    write(nodes, json);
                }
            });
        }
    }

    /** New ids: each node in the order of the old ones, its GPU work right behind it. */
    private void number(HostNodes nodes) {
        long next = 0;
        for (int k = 0; k < nodes.size(); k++) {
            if (newIds.get(nodes.id(k)) == UNKNOWN) {
                newIds.put(nodes.id(k), next++);
            }
            IntArrayList work = plan.work[hostIndex(nodes.id(k))];
            for (int w = 0; work != null && w < work.size(); w++) {
                idOfWork.put(work.getInt(w), next++);
            }
        }
    }

    private int hostIndex(long id) {
        return trace.host().indexOf(id);
    }

    private void write(HostNodes nodes, JsonGenerator json) throws IOException {
        json.writeStartObject();
        Iterator<Map.Entry<String, JsonNode>> fields = nodes.header().fields();
        while (fields.hasNext()) {
            Map.Entry<String, JsonNode> field = fields.next();
            json.writeFieldName(field.getKey());
            if (field.getKey().equals("nodes")) {
                json.writeStartArray();
                for (int k = 0; k < nodes.size(); k++) {
                    if (k % 4096 == 0) {
                        Progress.checkInterrupted();
                    }
                    write(nodes.node(k), nodes.id(k), json);
                }
                json.writeEndArray();
            } else {
                json.writeTree(field.getValue());
            }
        }
        json.writeEndObject();
    }

    private void write(ObjectNode node, long id, JsonGenerator json) throws IOException {
        int host = hostIndex(id);
        long newId = newIds.get(id);
        long parent = newIds.get(node.path("ctrl_deps").asLong());
        node.put("id", newId);
        node.put("ctrl_deps", parent == UNKNOWN ? rootOf(host) : parent);
        int event = plan.event[host];
        if (event >= 0) {
            times(node, event, plan.exclusive[event]);
            handoff(node, host);
        }
        IntArrayList waits = plan.waitsFor[host];
        if (waits != null) {
            var list = node.putArray("sync_dep");
            waits.intStream().mapToLong(idOfWork::get).filter(w -> w != UNKNOWN).forEach(list::add);
        }
        json.writeTree(node);
        IntArrayList work = plan.work[host];
        for (int w = 0; work != null && w < work.size(); w++) {
            json.writeTree(gpu(node, newId, newId + 1 + w, work.getInt(w)));
        }
    }

    private void handoff(ObjectNode node, int host) {
        if (plan.interThread[host] < 0) {
            node.putNull("inter_thread_dep");
        } else {
            node.put("inter_thread_dep", newIds.get(trace.host().id(plan.interThread[host])));
        }
    }

    /** Nodes whose parent is not in the file hang on the root of their thread. */
    private long rootOf(int host) {
        HostTrace nodes = trace.host();
        long root = 0;
        for (int i = 0; i < nodes.size(); i++) {
            if (HostTree.isRoot(nodes, i) && nodes.tid(i) == nodes.tid(host) && nodes.name(i).endsWith("thread]")) {
                root = newIds.get(nodes.id(i));
            }
        }
        return root;
    }

    private ObjectNode gpu(ObjectNode launcher, long launcherId, long id, int event) {
        DeviceTrace device = trace.device();
        ObjectNode node = launcher.deepCopy();
        node.remove("sync_dep");
        node.put("id", id);
        node.put("name", device.name(event));
        node.put("ctrl_deps", launcherId);
        times(node, event, device.durationNanos(event));
        if (!node.has("inter_thread_dep")) {
            node.putNull("inter_thread_dep");
        }
        node.put("cat", category(device.kind(event)));
        node.put("ph", "X");
        node.put("stream", device.stream(event));
        boolean named = device.comm(event) != null && device.comm(event).groupName() != null;
        if (named && device.name(event).contains("ncclDevKernel")) {
            node.put("pg_name", device.comm(event).groupName());
        }
        return node;
    }

    private static String category(EventKind kind) {
        return switch (kind) {
            case MEMCPY -> "gpu_memcpy";
            case MEMSET -> "gpu_memset";
            default -> "kernel";
        };
    }

    private void times(ObjectNode node, int event, long exclusiveNanos) {
        node.set("inclusive_dur", micros(node, trace.device().durationNanos(event)));
        node.set("exclusive_dur", micros(node, exclusiveNanos));
        node.set("ts", micros(node, trace.device().startNanos(event)));
    }

    /** Microseconds to the nanosecond, without trailing zeros. */
    private static JsonNode micros(ObjectNode factory, long nanos) {
        return nanos % 1000 == 0
                ? factory.numberNode(nanos / 1000)
                : factory.numberNode(BigDecimal.valueOf(nanos, 3));
    }
}
