// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.msccl;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** One GPU of an MSCCL++ plan: its operations as nodes, and the ends of its channels; see {@link MscclppJson}. */
final class MscclppGpu {
    private static final String MEMORY = "memory";
    /** The type of the buffers that hold packets; others hold data without flags. */
    private static final String SCRATCH = "s";

    private static final int MOST_BLOCKS = 1 << 16;

    /** Operations on data of all versions (microsoft/mscclpp execution_plan.cc, language/types.py and its predecessors). */
    private static final Set<String> DATA = Set.of(
            "put",
            "pws",
            "pwsf",
            "put_with_signal",
            "put_with_signal_and_flush",
            "get",
            "copy",
            "re",
            "reduce",
            "res",
            "rre",
            "rres",
            "rc",
            "rcs",
            "rs",
            "rrc",
            "rrcs",
            "ppkt",
            "rppkt",
            "cpkt",
            "tpkt",
            "upkt",
            "rpkt",
            "rspkt",
            "repkt",
            "respkt",
            "recpkt",
            "recspkt",
            "rcpkt",
            "rcspkt");

    private final MscclppJson plan;
    private final PlanGraph graph;
    private final int id;
    private final JsonNode gpu;
    /** Other rank of each channel by "type place". */
    private final Map<String, Integer> channels = new LinkedHashMap<>();

    /** The data that arrived with each signal received by this GPU, by the channel of the sender: "rank type n". */
    private final Map<String, List<List<Integer>>> signals = new HashMap<>();
    /** Nodes that wait on a channel, by "type place". */
    private final Map<String, List<Integer>> waits = MscclppJson.lists();

    private final PacketMatches packets = new PacketMatches();
    private final Map<String, List<Integer>> acquired = MscclppJson.lists();
    private final Map<String, List<Integer>> released = MscclppJson.lists();
    private final Map<String, List<Integer>> barriers = MscclppJson.lists();
    private final Map<String, List<Integer>> behindBarriers = MscclppJson.lists();
    private final Set<String> unknown = new TreeSet<>();
    private int local;
    private int loops;

    MscclppGpu(MscclppJson plan, PlanGraph graph, int id, JsonNode gpu) {
        this.plan = plan;
        this.graph = graph;
        this.id = id;
        this.gpu = gpu;
        for (JsonNode channel : gpu.path("channels")) {
            String type = MscclppJson.text(channel, "channel_type", "type");
            for (JsonNode other : MscclppJson.any(channel, "connected_to", "connectedTo")) {
                long rank = other.asLong(-1);
                if (rank < 0 || rank >= graph.ranks() || rank == id) {
                    throw plan.error(
                            "gpu " + id + "/channels", "connects to " + other + " of " + graph.ranks() + " GPUs");
                }
                int place = 0;
                while (channels.containsKey(type + " " + place)) {
                    place++;
                }
                channels.put(type + " " + place, (int) rank);
            }
        }
    }

    int local() {
        return local;
    }

    int loops() {
        return loops;
    }

    /** Names of operations that no version has, which were taken by their buffers. */
    Set<String> unknown() {
        return unknown;
    }

    void write() {
        for (JsonNode tb : gpu.path("threadblocks")) {
            new Block(tb).write();
        }
    }

    /**
     * The channel of another GPU that is the other end of a channel of this GPU: the k-th of its type between the two; null
     * if that GPU does not list one, as where it never waits.
     */
    private String otherEnd(String channel) {
        String type = channel.substring(0, channel.indexOf(' '));
        int other = channels.get(channel);
        int k = 0;
        for (var entry : channels.entrySet()) {
            if (entry.getKey().equals(channel)) {
                break;
            }
            k += entry.getKey().startsWith(type + " ") && entry.getValue() == other ? 1 : 0;
        }
        for (var entry : plan.gpu(other).channels.entrySet()) {
            if (entry.getKey().startsWith(type + " ") && entry.getValue() == id && k-- == 0) {
                return entry.getKey();
            }
        }
        return null;
    }

    /** Connects waiting operations to what they wait for, once all GPUs are written. */
    void connect() {
        waits.forEach((channel, nodes) -> {
            int other = channels.get(channel);
            List<List<Integer>> got = signals.getOrDefault(channel, List.of());
            if (nodes.size() > got.size()) {
                throw plan.error(
                        "gpu " + id,
                        "waits " + nodes.size() + " times on the " + channel + ". channel, gpu " + other + " signals "
                                + got.size() + " times");
            }
            for (int n = 0; n < nodes.size(); n++) {
                for (int arrived : got.get(n)) {
                    graph.after(id, nodes.get(n), arrived);
                }
            }
        });
        packets.connect(graph, id);
        acquired.forEach((semaphore, nodes) -> acquire(semaphore, nodes, released.getOrDefault(semaphore, List.of())));
        barriers.forEach((barrier, nodes) -> {
            for (int node : behindBarriers.get(barrier)) {
                nodes.forEach(before -> graph.after(id, node, before));
            }
        });
    }

    private void acquire(String semaphore, List<Integer> nodes, List<Integer> releases) {
        int free = gpu.path("semaphores")
                .path(Integer.parseInt(semaphore))
                .path("init_value")
                .asInt(0);
        for (int n = Math.max(0, free); n < nodes.size(); n++) {
            if (n - free >= releases.size()) {
                throw plan.error(
                        "gpu " + id,
                        "acquires semaphore " + semaphore + " " + nodes.size() + " times, it is released "
                                + releases.size() + " times");
            }
            graph.after(id, nodes.get(n), releases.get(n - free));
        }
    }

    /** One thread block. */
    private final class Block {
        private final JsonNode tb;
        private final String where;
        /** What this block wrote to a GPU since its last signal to it: receives at that GPU. */
        private final Map<Integer, List<Integer>> unsignalled = new HashMap<>();

        private final Map<String, Integer> barrierCounts = new HashMap<>();
        /** The group of blocks that divides the current operation, missing where one block does all of it. */
        private JsonNode group;

        private int before = -1;

        Block(JsonNode tb) {
            this.tb = tb;
            this.where = "gpu " + id + "/tb " + tb.path("id").asText("?");
        }

        void write() {
            ops(tb.path("ops"));
        }

        private void ops(JsonNode ops) {
            for (JsonNode op : ops) {
                op(op, op.path("name").asText(""));
            }
        }

        private void op(JsonNode op, String name) {
            switch (name) {
                case "nop", "flush" -> {
                    // orders the threads of the block, which run in order here
                }
                case "signal", "rsignal", "rlxsignal", "relaxed_signal" -> each(op, this::signal);
                case "wait", "rwait", "rlxwait", "relaxed_wait" -> {
                    next(graph.join(id));
                    each(op, channel -> MscclppJson.list(waits, channel).add(before));
                }
                case "sem_acquire" -> each(semaphores(op), acquired);
                case "sem_release" -> each(semaphores(op), released);
                case "barrier" -> barrier(op.path("barrier_id").asText("0"));
                case "pipeline", "pipeline_loop", "loop" -> {
                    loops++;
                    ops(op.path("ops"));
                }
                default -> data(op, name);
            }
        }

        private void next(int node) {
            graph.after(id, node, before);
            before = node;
        }

        private JsonNode semaphores(JsonNode op) {
            return MscclppJson.any(op, "semaphore_ids", "ids", "id");
        }

        private void each(JsonNode ids, Map<String, List<Integer>> into) {
            next(graph.join(id));
            if (ids.isArray()) {
                ids.forEach(one -> MscclppJson.list(into, semaphore(one)).add(before));
            } else {
                MscclppJson.list(into, semaphore(ids)).add(before);
            }
        }

        private String semaphore(JsonNode one) {
            if (!one.isInt() || one.asInt() < 0) {
                throw plan.error(where, "has the semaphore " + one);
            }
            return one.asText();
        }

        /** All blocks that name a barrier synchronise at it; the n-th use of one matches the n-th use of the others. */
        private void barrier(String barrier) {
            String key = barrier + " " + barrierCounts.merge(barrier, 1, Integer::sum);
            next(graph.join(id));
            MscclppJson.list(barriers, key).add(before);
            next(graph.join(id));
            MscclppJson.list(behindBarriers, key).add(before);
        }

        private void each(JsonNode op, Consumer<String> action) {
            String type = MscclppJson.text(op, "channel_type", "ctype");
            for (JsonNode one : MscclppJson.any(op, "channel_ids", "cids")) {
                action.accept(channel(type, (one.isObject() ? one.path("id") : one).asInt(-1)));
            }
        }

        /** The GPU's channel at an index of this block's list. */
        private String channel(String type, int place) {
            for (JsonNode list : tb.path("channels")) {
                if (MscclppJson.text(list, "channel_type", "ctype").equals(type)) {
                    JsonNode ids = MscclppJson.any(list, "channel_ids", "cids");
                    String channel = type + " " + ids.path(place).asInt(-1);
                    if (place >= 0 && channels.containsKey(channel)) {
                        return channel;
                    }
                }
            }
            throw plan.error(where, "has no channel " + place + " of type " + type);
        }

        private void signal(String channel) {
            int other = channels.get(channel);
            int tag = graph.tag(id, other);
            next(graph.send(id, other, ChunkSlice.SIGNAL, tag));
            List<Integer> arrived = new ArrayList<>();
            List<Integer> written = unsignalled.remove(other);
            if (written != null) {
                arrived.addAll(written);
            }
            arrived.add(graph.receive(id, other, ChunkSlice.SIGNAL, tag));
            String end = otherEnd(channel);
            if (end != null) {
                plan.gpu(other)
                        .signals
                        .computeIfAbsent(end, k -> new ArrayList<>())
                        .add(arrived);
            }
        }

        /** An operation on data: reads from other GPUs first, then writes to them, then signals. */
        private void data(JsonNode op, String name) {
            if (name.startsWith("gl")
                    || name.startsWith("gs")
                    || name.contains("switch")
                    || MscclppJson.text(op, "channel_type", "ctype").equals("switch")) {
                throw plan.inSwitch(where, name, switchGroup());
            }
            JsonNode sources = MscclppJson.any(op, "src_buff", "srcs");
            JsonNode targets = MscclppJson.any(op, "dst_buff", "dsts");
            if (name.isEmpty() || sources.isEmpty() && targets.isEmpty()) {
                throw plan.error(where, "has the operation \"" + name + "\", which is not known");
            }
            if (!DATA.contains(name)) {
                unknown.add(name);
            }
            String type = MscclppJson.text(op, "channel_type", "ctype");
            group = op.path("tbg_info");
            boolean far = false;
            for (JsonNode part : sources) {
                far |= isFar(part);
            }
            int start = graph.join(id);
            next(start);
            if (far) {
                int all = graph.join(id);
                sources.forEach(part -> {
                    if (isFar(part)) {
                        graph.after(id, all, fetch(buffer(type, part), part, start));
                    }
                });
                before = all;
                graph.after(id, all, start);
            }
            boolean packet = name.contains("pkt");
            for (JsonNode part : packet ? sources : List.<JsonNode>of()) {
                if (!isFar(part)) {
                    packets.read(MscclppJson.text(part, "type"), index(part), size(part), this, start);
                }
            }
            boolean remote = far;
            int from = before;
            for (JsonNode part : targets) {
                if (isFar(part)) {
                    remote = true;
                    store(buffer(type, part), part, packet, from);
                } else if (packet && MscclppJson.text(part, "type").equals(SCRATCH)) {
                    packets.write(MscclppJson.text(part, "type"), index(part), size(part), this, from);
                }
            }
            local += remote ? 0 : 1;
            if (name.startsWith("pws") || name.startsWith("put_with_signal")) {
                each(op, this::signal);
            }
        }

        /** The number of GPUs joined by the largest switch channel of this GPU; 0 if not given. */
        private int switchGroup() {
            int most = 0;
            for (JsonNode channel : gpu.path("channels")) {
                for (JsonNode group : MscclppJson.any(channel, "rank_groups", "rankGroups")) {
                    most = Math.max(most, group.path("ranks").size());
                }
            }
            return most;
        }

        private boolean isFar(JsonNode part) {
            return part.has("buffer_id") || part.has("buff_id");
        }

        private int index(JsonNode part) {
            return plan.whole(part, where + "/index", 0, Integer.MAX_VALUE, "index", "offset");
        }

        /** What this block handles of a part: a slice where a group of blocks shares the operation. */
        private ChunkSlice size(JsonNode part) {
            int chunks = plan.whole(part, where + "/size", 1, Integer.MAX_VALUE, "size");
            if (group.isMissingNode()) {
                return ChunkSlice.whole(chunks);
            }
            int slices = plan.whole(group, where + "/tbg_info/tbg_size", 1, MOST_BLOCKS, "tbg_size");
            return new ChunkSlice(
                    chunks, plan.whole(group, where + "/tbg_info/tb_id", 0, slices - 1L, "tb_id"), slices);
        }

        /** The GPU's remote buffer at an index of this block's list. */
        private JsonNode buffer(String type, JsonNode part) {
            int place = plan.whole(part, where + "/buffer_id", 0, Integer.MAX_VALUE, "buffer_id", "buff_id");
            String channel = type.isEmpty() ? MEMORY : type;
            JsonNode lists = MscclppJson.any(tb, "remote_buffer_refs", "remoteBuffers");
            for (JsonNode list : lists) {
                String access = MscclppJson.text(list, "access_channel_type", "infoLocation");
                JsonNode ids = MscclppJson.any(list, "remote_buffer_ids", "buffid");
                boolean fits = access.equals(channel)
                        || access.equals("gpu") && channel.equals(MEMORY)
                        || access.equals("cpu") && channel.equals("port");
                JsonNode buffer = MscclppJson.any(gpu, "remote_buffers", "remoteBuffers")
                        .path(ids.path(place).asInt(-1));
                int owner = buffer.path("rank").asInt(-1);
                if (fits && owner >= 0 && owner < graph.ranks() && owner != id) {
                    return buffer;
                }
            }
            throw plan.error(where, "has no remote buffer " + place + " for " + channel + " channels");
        }

        private void store(JsonNode buffer, JsonNode part, boolean packet, int after) {
            int other = buffer.path("rank").asInt();
            int tag = graph.tag(id, other);
            int sent = graph.send(id, other, size(part), tag);
            graph.after(id, sent, after);
            graph.after(id, sent, before);
            before = sent;
            int arrived = graph.receive(id, other, size(part), tag);
            if (packet) {
                plan.gpu(other).packets.arrive(buffer.path("type").asText(""), index(part), size(part), arrived);
            } else {
                unsignalled.computeIfAbsent(other, k -> new ArrayList<>()).add(arrived);
            }
        }

        /** A request and the other GPU's answer; returns the receive of the answer. */
        private int fetch(JsonNode buffer, JsonNode part, int after) {
            int other = buffer.path("rank").asInt();
            int ask = graph.tag(id, other);
            graph.after(id, graph.send(id, other, ChunkSlice.SIGNAL, ask), after);
            int asked = graph.receive(id, other, ChunkSlice.SIGNAL, ask);
            int answer = graph.tag(other, id);
            graph.after(other, graph.send(other, id, size(part), answer), asked);
            int arrived = graph.receive(other, id, size(part), answer);
            graph.after(id, arrived, after);
            return arrived;
        }
    }
}
