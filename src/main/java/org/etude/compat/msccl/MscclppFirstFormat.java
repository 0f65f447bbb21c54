// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.msccl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rewrites a GPU of MSCCL++'s first plans (up to version 0.6, as msccl-tools wrote them; microsoft/mscclpp
 * src/executor/execution_plan.cc) as the present format has it, see {@link MscclppJson}.
 *
 * <pre>
 * gpu     = { id, inputChunks, outputChunks, scratchChunks, threadblocks: [ tb ], channels: [ channel ] }
 * channel = { srcbuff, dstbuff, type: sm | proxy | nvls, connectedTo: [ rank ] }
 * tb      = { id, ops: [ op ], channels: [ { src, dst, ctype, cids: [ place in connectedTo ] } ] }
 * op      = { name, ctype, cnt, o_buff: { src, dst }, o_cids: [ { id, off } ], i_buff, i_cids,
 *             srcbuff, srcoff, srcs: [ { buff, off } ], dstbuff, dstoff, dsts }
 * </pre>
 *
 * A channel joins a buffer of the GPU with one of another GPU, so that it is a channel and a remote buffer today. The
 * {@code id} of an operation is a place in {@code cids} of the channels of the same buffers and type. {@code o_cids} are
 * written or signalled, {@code i_cids} read or waited for; {@code off} and {@code cnt} are in chunks.
 */
final class MscclppFirstFormat {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String CTYPE = "ctype";
    private static final String CONNECTED = "connectedTo";

    /** What distinguishes the lists of channels: buffer here, buffer there, type. */
    private record Key(String here, String there, String type) {}

    private final JsonNode gpu;
    private final ArrayNode channels = JSON.arrayNode();
    private final ArrayNode buffers = JSON.arrayNode();
    /** For each list of channels, the number of its first one among those of its type. */
    private final Map<Key, Integer> firstChannels = new HashMap<>();
    /** For each list of channels, the number of the first one's remote buffer. */
    private final Map<Key, Integer> firstBuffers = new HashMap<>();

    private MscclppFirstFormat(JsonNode gpu) {
        this.gpu = gpu;
    }

    /** Whether a GPU's channels name two buffers, as those of the first format do. */
    static boolean fits(JsonNode gpu) {
        for (JsonNode channel : gpu.path("channels")) {
            if (channel.has("srcbuff") || channel.has("dstbuff")) {
                return true;
            }
        }
        return false;
    }

    /** The GPU in the present format. */
    static JsonNode rewrite(JsonNode gpu) {
        return new MscclppFirstFormat(gpu).rewrite();
    }

    private ObjectNode rewrite() {
        Map<String, Integer> counts = new HashMap<>();
        gpu.path("channels").forEach(channel -> channel(channel, counts));
        ObjectNode out = JSON.objectNode();
        for (String name : List.of("id", "inputChunks", "outputChunks")) {
            out.set(name, gpu.path(name));
        }
        out.set("channels", channels);
        out.set("remote_buffers", buffers);
        ArrayNode blocks = out.putArray("threadblocks");
        gpu.path("threadblocks").forEach(tb -> blocks.add(new Block(tb).rewrite()));
        return out;
    }

    private void channel(JsonNode channel, Map<String, Integer> counts) {
        String type = type(channel.path("type"));
        JsonNode others = channel.path(CONNECTED);
        Key key = new Key(
                channel.path("srcbuff").asText(), channel.path("dstbuff").asText(), type);
        firstChannels.putIfAbsent(key, counts.merge(type, others.size(), Integer::sum) - others.size());
        firstBuffers.putIfAbsent(key, buffers.size());
        ObjectNode out = channels.addObject();
        out.put("channel_type", type);
        out.set("connected_to", others);
        out.set("rank_groups", channel.path("rankGroups"));
        for (JsonNode other : others) {
            buffers.addObject().put("type", key.there).set("rank", other);
        }
    }

    private static String type(JsonNode name) {
        return switch (name.asText()) {
            case "sm" -> "memory";
            case "proxy" -> "port";
            case "nvls" -> "switch";
            default -> name.asText();
        };
    }

    /** One thread block: its lists of channels, joined to one list for each type. */
    private final class Block {
        private final JsonNode tb;
        /** For each list of channels, the places of its members in the block's list of their type. */
        private final Map<Key, List<Integer>> places = new HashMap<>();

        private final Map<String, ArrayNode> ids = new HashMap<>();
        private final Map<String, ArrayNode> bufferIds = new HashMap<>();

        Block(JsonNode tb) {
            this.tb = tb;
        }

        ObjectNode rewrite() {
            tb.path("channels").forEach(this::list);
            ObjectNode out = JSON.objectNode();
            out.set("id", tb.path("id"));
            ArrayNode lists = out.putArray("channels");
            ids.forEach(
                    (type, list) -> lists.addObject().put("channel_type", type).set("channel_ids", list));
            ArrayNode refs = out.putArray("remote_buffer_refs");
            bufferIds.forEach((type, list) ->
                    refs.addObject().put("access_channel_type", type).set("remote_buffer_ids", list));
            ArrayNode ops = out.putArray("ops");
            tb.path("ops").forEach(op -> ops.add(operation(op)));
            return out;
        }

        private void list(JsonNode list) {
            String type = type(list.path(CTYPE));
            Key key = new Key(list.path("src").asText(), list.path("dst").asText(), type);
            ArrayNode of = ids.computeIfAbsent(type, t -> JSON.arrayNode());
            for (JsonNode id : list.path("cids")) {
                places.computeIfAbsent(key, k -> new ArrayList<>()).add(of.size());
                of.add(number(firstChannels, key, id));
                bufferIds.computeIfAbsent(type, t -> JSON.arrayNode()).add(number(firstBuffers, key, id));
            }
        }

        private static int number(Map<Key, Integer> first, Key key, JsonNode id) {
            return first.containsKey(key) ? first.get(key) + id.asInt(-1) : -1;
        }

        private ObjectNode operation(JsonNode op) {
            String name = op.path("name").asText();
            String type = type(op.path(CTYPE));
            // Packets are unpacked by "cpkt" here; today this name means that they are made.
            ObjectNode out = JSON.objectNode().put("name", name.equals("cpkt") ? "upkt" : name);
            if (!type.isEmpty() && !type.equals("none")) {
                out.put("channel_type", type);
            }
            out.set("barrier_id", op.path("barrier_id").isMissingNode() ? JSON.numberNode(0) : op.get("barrier_id"));
            List<Integer> written = places(op, "o", type);
            List<Integer> read = places(op, "i", type);
            ArrayNode channelIds = out.putArray("channel_ids");
            (name.equals("wait") ? read : written).forEach(channelIds::add);
            JsonNode count = op.has("cnt") ? op.get("cnt") : JSON.numberNode(1);
            ArrayNode sources = out.putArray("src_buff");
            ArrayNode targets = out.putArray("dst_buff");
            here(op, "src", count, sources);
            here(op, "dst", count, targets);
            there(op.path("i_cids"), read, count, sources);
            there(op.path("o_cids"), written, count, targets);
            return out;
        }

        /** Places of the channels that an operation writes to ("o") or reads from ("i"); -1 for one that is not listed. */
        private List<Integer> places(JsonNode op, String way, String type) {
            JsonNode buffer = op.path(way + "_buff");
            List<Integer> of = places.getOrDefault(
                    new Key(buffer.path("src").asText(), buffer.path("dst").asText(), type), List.of());
            List<Integer> found = new ArrayList<>();
            for (JsonNode one : op.path(way + "_cids")) {
                int id = one.path("id").asInt(-1);
                found.add(id >= 0 && id < of.size() ? of.get(id) : -1);
            }
            return found;
        }

        /** Parts on this GPU: srcbuff and srcoff, then srcs. */
        private static void here(JsonNode op, String side, JsonNode count, ArrayNode into) {
            if (!op.path(side + "buff").asText().isEmpty()) {
                part(into, op.path(side + "off"), count).set("type", op.get(side + "buff"));
            }
            for (JsonNode one : op.path(side + "s")) {
                part(into, one.path("off"), count).set("type", one.path("buff"));
            }
        }

        /** Parts on other GPUs. */
        private static void there(JsonNode list, List<Integer> places, JsonNode count, ArrayNode into) {
            for (int k = 0; k < places.size(); k++) {
                part(into, list.get(k).path("off"), count).put("buffer_id", places.get(k));
            }
        }

        private static ObjectNode part(ArrayNode into, JsonNode offset, JsonNode count) {
            ObjectNode part = into.addObject();
            part.set("index", offset);
            part.set("size", count);
            return part;
        }
    }
}
