// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.msccl;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.et.graph.EtException;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.spec.CollectiveType;

/**
 * Reads MSCCL++'s execution plans (microsoft/mscclpp docs/design/mscclpp-dsl-json-file.md, as its DSL writes them).
 *
 * <pre>
 * plan        = { name, collective, protocol, gpus: [ gpu ] }
 * gpu         = { id, input_chunks, output_chunks, threadblocks: [ tb ], channels: [ channel ], remote_buffers: [ buffer ],
 *                 semaphores: [ { init_value } ] }
 * channel     = { channel_type: memory | port | switch, connected_to: [ rank ] }      one channel for each rank in the list
 * buffer      = { rank, type: i | o | s }
 * tb          = { id, ops: [ op ], channels: [ { channel_type, channel_ids } ],
 *                 remote_buffer_refs: [ { access_channel_type, remote_buffer_ids } ] }
 * op          = { name, channel_ids, channel_type, src_buff: [ part ], dst_buff: [ part ] }
 * part        = { type | buffer_id, index, size }                                      in chunks
 * </pre>
 *
 * Ids in a tb's operations are places in the lists of that tb, and those in the lists of the GPU. Where a part has a
 * {@code buffer_id} it lies on another GPU: as a destination it is a message to that GPU, as a source a request of one byte and the
 * message that answers it. A signal is a message of one byte behind what its tb wrote to that GPU; the n-th wait of a channel waits for
 * the n-th signal of the channel's other end and all that came with it. What reads packets (LL) waits for the packets written
 * to the parts that it reads. Semaphores and barriers order the tbs of a GPU. Copies and reductions take no time, pipelines run once.
 *
 * <p>The names of earlier versions (inputChunks, connectedTo, cids, ctype, buff_id, offset, remoteBuffers, buffid, infoLocation) are
 * read, too. Operations of switch channels (NVLS) are refused: no message that the simulator knows is like them.
 */
final class MscclppJson {
    private static final int MOST_GPUS = 1 << 16;

    private final String file;
    private final JsonNode plan;
    private final List<Finding> findings = new ArrayList<>();
    private final Map<Integer, MscclppGpu> gpus = new TreeMap<>();

    MscclppJson(String file, JsonNode plan) {
        this.file = file;
        this.plan = plan;
    }

    CollectivePlan read() {
        JsonNode list = plan.path("gpus");
        if (!list.isArray() || list.isEmpty() || list.size() > MOST_GPUS) {
            throw error("gpus", "is no list of 1 to " + MOST_GPUS + " GPUs");
        }
        CollectiveType type = CollectivePlan.type(text(plan, "collective"), file + ": collective");
        PlanGraph graph = new PlanGraph(list.size());
        for (JsonNode gpu : list) {
            int id = whole(gpu, "gpus/id", 0, list.size() - 1, "id");
            if (gpus.put(id, new MscclppGpu(this, graph, id, gpu)) != null) {
                throw error("gpus", "has gpu " + id + " twice");
            }
        }
        gpus.values().forEach(MscclppGpu::write);
        gpus.values().forEach(MscclppGpu::connect);
        long chunks = 1;
        for (JsonNode gpu : list) {
            chunks = Math.max(
                    chunks, whole(gpu, "gpus/input_chunks", 0, Integer.MAX_VALUE, "input_chunks", "inputChunks"));
        }
        say();
        String name = text(plan, "name");
        return new CollectivePlan(name.isEmpty() ? "mscclpp" : name, type, graph, chunks, 1, findings);
    }

    MscclppGpu gpu(int id) {
        return gpus.get(id);
    }

    private void say() {
        int local = gpus.values().stream().mapToInt(MscclppGpu::local).sum();
        int loops = gpus.values().stream().mapToInt(MscclppGpu::loops).sum();
        if (local > 0) {
            findings.add(new Finding(
                    Level.INFO,
                    "import",
                    -1,
                    file,
                    local + " copies and reductions within a GPU",
                    "a plan tells no times",
                    "they take 1 ns each"));
        }
        if (loops > 0) {
            findings.add(new Finding(
                    Level.WARNING,
                    "import",
                    -1,
                    file,
                    loops + " pipelines",
                    "they cut chunks while they run",
                    "each runs once with whole chunks"));
        }
        if (text(plan, "protocol").startsWith("LL")) {
            findings.add(new Finding(
                    Level.INFO,
                    "import",
                    -1,
                    file,
                    "the protocol " + text(plan, "protocol"),
                    "it sends flags with the data",
                    "messages have the bytes of the data only"));
        }
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
        if (!value.canConvertToLong() || value.asLong() < least || value.asLong() > most) {
            throw error(where, "is " + (value.isMissingNode() ? "missing" : value) + ", not " + least + " to " + most);
        }
        return value.asInt();
    }

    EtException error(String where, String what) {
        return new EtException(file + ": " + where + " " + what, "Correct the plan.");
    }

    /** Nodes by what they belong to, in order. */
    static List<Integer> list(Map<String, List<Integer>> of, String key) {
        return of.computeIfAbsent(key, k -> new ArrayList<>());
    }

    static Map<String, List<Integer>> lists() {
        return new HashMap<>();
    }
}
