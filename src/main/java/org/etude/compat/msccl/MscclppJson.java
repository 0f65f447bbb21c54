// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.msccl;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.etude.config.JsonWhole;
import org.etude.et.graph.EtException;
import org.etude.spec.CollectiveType;

/**
 * Reads MSCCL++'s execution plans (microsoft/mscclpp docs/design/mscclpp-dsl-json-file.md, as its DSL writes them).
 *
 * <pre>
 * plan        = { name, collective, protocol, min_message_size, max_message_size, gpus: [ gpu ] }
 * gpu         = { id, input_chunks, output_chunks, threadblocks: [ tb ], channels: [ channel ], remote_buffers: [
 * buffer ],
 *                 semaphores: [ { init_value } ] }
 * channel     = { channel_type: memory | port | switch, connected_to: [ rank ] }      one channel for each rank in the
 * list
 * buffer      = { rank, type: i | o | s }
 * tb          = { id, ops: [ op ], channels: [ { channel_type, channel_ids } ],
 *                 remote_buffer_refs: [ { access_channel_type, remote_buffer_ids } ] }
 * op          = { name, channel_ids, channel_type, src_buff: [ part ], dst_buff: [ part ] }
 * part        = { type | buffer_id, index, size }                                      in chunks
 * </pre>
 *
 * Ids in a tb's operations index the lists of that tb, which in turn index the lists of the GPU. Where a part has a
 * {@code buffer_id} it lies on another GPU: as a destination it is a message to that GPU, as a source a request of one
 * byte and the
 * message that answers it. A signal is a message of one byte after what its tb wrote to that GPU; the n-th wait of a
 * channel waits for
 * the n-th signal of the channel's other end and all data that came with it. Operations that read packets (LL) wait for
 * the packets written to the parts they read. Semaphores and barriers order the tbs of a GPU. Copies and reductions
 * take no time,
 * pipelines run once.
 *
 * <p>Where several thread blocks share an operation ({@code tbg_info: { tb_id, tbg_size }}), each handles its slice of the
 * chunks. A chunk is the input buffer divided by {@code input_chunks}, or, where these are 0, the output buffer divided
 * by {@code output_chunks}.
 *
 * <p>The names of earlier versions (inputChunks, connectedTo, cids, ctype, buff_id, offset, remoteBuffers, buffid,
 * infoLocation) are supported, too, and so are the first plans ({@link MscclppFirstFormat}). Operations of switch channels (NVLS, such as glres) are rejected: in them the
 * NVSwitch reads one address of
 * every GPU of
 * the channel's {@code rank_groups} and hands on their sum, or copies one write to all of them. Messages between pairs
 * would load each
 * GPU's link with as many times the bytes as there are other GPUs, and no network here reduces or copies within a
 * switch. The public definition also does not specify the operations' fields.
 */
final class MscclppJson {
    private static final int MOST_GPUS = 1 << 16;

    private final String file;
    private final JsonNode plan;
    private final Map<Integer, MscclppGpu> gpus = new TreeMap<>();

    MscclppJson(String file, JsonNode plan) {
        this.file = file;
        this.plan = plan;
    }

    CollectivePlan read() {
        JsonNode list = plan.path("gpus");
        if (!list.isArray() || list.isEmpty() || list.size() > MOST_GPUS) {
            throw error("gpus", "is not a list of 1 to " + MOST_GPUS + " GPUs");
        }
        CollectiveType type = CollectivePlan.type(text(plan, "collective", "colletive"), file + ": collective");
        PlanGraph graph = new PlanGraph(list.size());
        boolean first = false;
        for (JsonNode gpu : list) {
            first |= MscclppFirstFormat.fits(gpu);
        }
        for (JsonNode gpu : list) {
            int id = whole(gpu, "gpus/id", 0, list.size() - 1, "id");
            JsonNode current = first ? MscclppFirstFormat.rewrite(gpu) : gpu;
            if (gpus.put(id, new MscclppGpu(this, graph, id, current)) != null) {
                throw error("gpus", "has gpu " + id + " twice");
            }
        }
        gpus.values().forEach(MscclppGpu::write);
        gpus.values().forEach(MscclppGpu::connect);
        long inputs = most(list, "input_chunks", "inputChunks");
        long outputs = inputs > 0 ? 0 : most(list, "output_chunks", "outputChunks");
        if (inputs + outputs == 0) {
            throw error("gpus/input_chunks", "and output_chunks are 0, so that chunks have no size");
        }
        PlanFindings findings = new PlanFindings(file);
        findings.local(gpus.values().stream().mapToInt(MscclppGpu::local).sum());
        findings.loops(gpus.values().stream().mapToInt(MscclppGpu::loops).sum());
        Set<String> unknown = new TreeSet<>();
        gpus.values().forEach(gpu -> unknown.addAll(gpu.unknown()));
        findings.unknown(unknown);
        findings.protocol(text(plan, "protocol"));
        String name = text(plan, "name");
        boolean gathered = inputs == 0 && type == CollectiveType.ALL_GATHER;
        boolean scattered = inputs == 0 && type == CollectiveType.REDUCE_SCATTER;
        return new CollectivePlan(
                name.isEmpty() ? "mscclpp" : name,
                type,
                graph,
                scattered ? Math.multiplyExact(outputs, list.size()) : inputs + outputs,
                gathered ? list.size() : 1,
                SizeRange.of(plan),
                findings);
    }

    /** The largest number of chunks of a GPU's buffer. */
    private long most(JsonNode list, String name, String before) {
        long most = 0;
        for (JsonNode gpu : list) {
            most = Math.max(most, whole(gpu, "gpus/" + name, 0, Integer.MAX_VALUE, name, before));
        }
        return most;
    }

    MscclppGpu gpu(int id) {
        return gpus.get(id);
    }

    static String text(JsonNode node, String... names) {
        return any(node, names).asText("");
    }

    static JsonNode any(JsonNode node, String... names) {
        for (String name : names) {
            if (node.has(name)) {
                return node.get(name);
            }
        }
        return node.path(names[0]);
    }

    int whole(JsonNode node, String where, long least, long most, String... names) {
        JsonNode value = any(node, names);
        if (value.isObject()) {
            value = value.path("id");
        }
        if (!JsonWhole.isLong(value) || value.asLong() < least || value.asLong() > most) {
            throw error(where, "is " + (value.isMissingNode() ? "missing" : value) + ", not " + least + " to " + most);
        }
        return value.asInt();
    }

    /** Rejects an operation of a switch channel of this many GPUs; 0 if the plan does not give the number. */
    EtException inSwitch(String where, String operation, int group) {
        String many = group > 1 ? group + " GPUs" : "all GPUs of the channel";
        return new EtException(
                file + ": " + where + " has the operation " + operation
                        + " of a switch channel (NVLS): the switch reduces or copies"
                        + " the data of " + many
                        + " itself, so that a GPU's link carries it once. Messages between pairs of GPUs"
                        + " would carry it " + (group > 1 ? group - 1 + " times" : "once for each other GPU")
                        + ", and no network here reduces within a switch.",
                "Give a plan of the same collective for memory or port channels.");
    }

    EtException error(String where, String what) {
        return new EtException(file + ": " + where + " " + what, "Correct the plan.");
    }

    /** The nodes of a key, in order. */
    static List<Integer> list(Map<String, List<Integer>> of, String key) {
        return of.computeIfAbsent(key, k -> new ArrayList<>());
    }

    static Map<String, List<Integer>> lists() {
        return new HashMap<>();
    }
}
