// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.link;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.etude.link.host.HostTree;
import org.etude.link.model.LinkedRank;
import org.etude.report.AtomicFiles;
import org.etude.report.Progress;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.RankTrace;

/**
 * Writes the linked trace of one rank like chakra_trace_link: the execution trace's nodes with new ids, those in the
 * Kineto window with their times in microseconds, and after each the GPU work it launched as separate nodes. {@code
 * chakra_converter}, or its equivalent in {@code org.etude.compat.chakra.convert}, reads it. Streams; a name that ends
 * in {@code .gz} is compressed.
 */
public final class LinkedJson {
    private static final long UNKNOWN = -1;
    private static final String NO_HANDOFF = ",\"inter_thread_dep\":null";

    private final RankTrace trace;
    private final LinkPlan plan;
    private final Long2LongOpenHashMap newIds = new Long2LongOpenHashMap();
    private final Long2LongOpenHashMap idOfWork = new Long2LongOpenHashMap();
    private final Long2LongOpenHashMap roots = new Long2LongOpenHashMap();
    private final Int2ObjectOpenHashMap<byte[]> names = new Int2ObjectOpenHashMap<>();

    private LinkedJson(RankTrace trace, LinkPlan plan) {
        this.trace = trace;
        this.plan = plan;
        newIds.defaultReturnValue(UNKNOWN);
        idOfWork.defaultReturnValue(UNKNOWN);
    }

    /**
     * Writes a linked rank with every GPU event, regardless of the launching call.
     *
     * @param hostFile the execution trace it was made from, whose inputs and outputs are copied
     * @throws IOException when a file cannot be read or written
     */
    public static void write(LinkedRank rank, Path hostFile, Path output) throws IOException {
        new LinkedJson(rank.trace(), GraphPlan.of(rank)).write(hostFile, output);
    }

    /**
     * Writes what the reference tool writes, losses included, for comparisons.
     *
     * @throws IOException when a file cannot be read or written
     */
    public static void writeLikeReference(RankTrace trace, Path hostFile, Path output) throws IOException {
        new LinkedJson(trace, ReferencePlan.of(trace)).write(hostFile, output);
    }

    private void write(Path hostFile, Path output) throws IOException {
        Path target = output.toAbsolutePath();
        Path spool = target.resolveSibling("." + target.getFileName() + ".nodes.part");
        boolean gzip = output.toString().endsWith(".gz");
        // The spool lies next to the output, so it is made and removed while that is written.
        AtomicFiles.write(output, raw -> {
            try (HostNodes nodes = new HostNodes(hostFile, spool)) {
                number(nodes);
                try (OutputStream out = new BufferedOutputStream(gzip ? new GZIPOutputStream(raw) : raw, 1 << 16)) {
                    write(nodes, out);
                }
            }
        });
    }

    /** Assigns new ids: nodes in the order of the old ids, each followed by its GPU work. */
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

    private void write(HostNodes nodes, OutputStream out) throws IOException {
        text(out, "{");
        Iterator<Map.Entry<String, JsonNode>> fields = nodes.header().fields();
        for (boolean first = true; fields.hasNext(); first = false) {
            Map.Entry<String, JsonNode> field = fields.next();
            text(out, (first ? "" : ",") + quoted(field.getKey()) + ":");
            if (field.getKey().equals("nodes")) {
                writeNodes(nodes, out);
            } else {
                text(out, field.getValue().toString());
            }
        }
        text(out, "}");
    }

    private void writeNodes(HostNodes nodes, OutputStream out) throws IOException {
        text(out, "[");
        for (int k = 0; k < nodes.size(); k++) {
            if (k % 4096 == 0) {
                Progress.checkInterrupted();
            }
            text(out, k == 0 ? "" : ",");
            writeNode(nodes, k, out);
        }
        text(out, "]");
    }

    private void writeNode(HostNodes nodes, int k, OutputStream out) throws IOException {
        NodeText node = nodes.node(k);
        int host = hostIndex(nodes.id(k));
        long id = newIds.get(nodes.id(k));
        long parent = newIds.get(nodes.parent(k));
        int event = plan.event[host];
        String handoff = handoff(host);
        StringBuilder more = new StringBuilder();
        if (event >= 0) {
            times(more, event, plan.exclusive[event]);
            more.append(handoff);
        }
        IntArrayList waits = plan.waitsFor[host];
        if (waits != null) {
            more.append(",\"sync_dep\":[")
                    .append(waits.intStream()
                            .mapToLong(idOfWork::get)
                            .filter(work -> work != UNKNOWN)
                            .mapToObj(Long::toString)
                            .collect(Collectors.joining(",")))
                    .append(']');
        }
        node.write(out, id, null, parent == UNKNOWN ? rootOf(host) : parent, more);
        IntArrayList work = plan.work[host];
        for (int w = 0; work != null && w < work.size(); w++) {
            text(out, ",");
            node.write(
                    out, id + 1 + w, nameOf(work.getInt(w)), id, gpu(work.getInt(w), event < 0 ? NO_HANDOFF : handoff));
        }
    }

    private String handoff(int host) {
        int other = plan.interThread[host];
        return other < 0
                ? NO_HANDOFF
                : ",\"inter_thread_dep\":" + newIds.get(trace.host().id(other));
    }

    private byte[] nameOf(int event) {
        return names.computeIfAbsent(
                trace.device().nameId(event),
                name -> quoted(trace.device().names().text(name)).getBytes(StandardCharsets.UTF_8));
    }

    private static String quoted(String text) {
        return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    private static void text(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Nodes whose parent is not in the file are attached to the root of their thread, else of the process. */
    private long rootOf(int host) {
        if (roots.isEmpty()) {
            HostTrace nodes = trace.host();
            roots.defaultReturnValue(0);
            for (int i = 0; i < nodes.size(); i++) {
                if (HostTree.isRoot(nodes, i) && nodes.name(i).endsWith("thread]")) {
                    roots.putIfAbsent(nodes.tid(i), newIds.get(nodes.id(i)));
                }
            }
        }
        return roots.get(trace.host().tid(host));
    }

    private StringBuilder gpu(int event, String handoff) {
        DeviceTrace device = trace.device();
        StringBuilder more = new StringBuilder();
        times(more, event, device.durationNanos(event));
        more.append(handoff)
                .append(",\"cat\":\"")
                .append(category(device.kind(event)))
                .append("\",\"ph\":\"X\",\"stream\":")
                .append(device.stream(event));
        boolean named = device.comm(event) != null && device.comm(event).groupName() != null;
        if (named && device.name(event).contains("ncclDevKernel")) {
            more.append(",\"pg_name\":").append(quoted(device.comm(event).groupName()));
        }
        return more;
    }

    private static String category(EventKind kind) {
        return switch (kind) {
            case MEMCPY -> "gpu_memcpy";
            case MEMSET -> "gpu_memset";
            default -> "kernel";
        };
    }

    private void times(StringBuilder more, int event, long exclusiveNanos) {
        more.append(",\"inclusive_dur\":").append(micros(trace.device().durationNanos(event)));
        more.append(",\"exclusive_dur\":").append(micros(exclusiveNanos));
        more.append(",\"ts\":").append(micros(trace.device().startNanos(event)));
    }

    /** Microseconds with nanosecond precision. */
    private static String micros(long nanos) {
        return nanos % 1000 == 0
                ? Long.toString(nanos / 1000)
                : BigDecimal.valueOf(nanos, 3).toPlainString();
    }
}
