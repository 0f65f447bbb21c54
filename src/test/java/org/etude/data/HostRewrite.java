// SPDX-License-Identifier: Apache-2.0
package org.etude.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rewrites a host execution trace recorded with gloo on CPU to what the same program writes on GPUs. */
final class HostRewrite {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Vendor vendor;
    private final int rank;
    private final int world;
    private final RecordIds ids;
    private final Map<Long, Message> messages = new HashMap<>();
    private int sequence = 0;

    /** One collective: what its parameters say. */
    record Message(String collective, long elements, String dtype) {}

    private HostRewrite(Vendor vendor, int rank, int world, RecordIds ids) {
        this.vendor = vendor;
        this.rank = rank;
        this.world = world;
        this.ids = ids;
    }

    /** Record function ids before and after, and the collectives by their recorded Record function id. */
    record Result(RecordIds ids, Map<Long, Message> messages) {}

    /**
     * Rewrites {@code document} in place.
     *
     * @param recorded the collectives of the device trace by Record function id; one that gloo's thread had not ended when
     *     the observer stopped has no node yet
     */
    static Result rewrite(ObjectNode document, Vendor vendor, int rank, int world, Map<Long, String> recorded) {
        ArrayNode nodes = (ArrayNode) document.get("nodes");
        addMissing(nodes, recorded);
        hangUnderTheirOperators(nodes);
        List<Long> collectives = new ArrayList<>();
        for (JsonNode node : nodes) {
            if (node.get("name").asText().startsWith("gloo:")) {
                collectives.add(attribute(node, "rf_id").asLong());
            }
        }
        RecordIds ids =
                new RecordIds(collectives.stream().mapToLong(Long::longValue).toArray());
        HostRewrite rewrite = new HostRewrite(vendor, rank, world, ids);
        ArrayNode result = JSON.arrayNode();
        for (JsonNode node : nodes) {
            rewrite.node((ObjectNode) node, result);
        }
        document.set("nodes", result);
        return new Result(ids, rewrite.messages);
    }

    /** The operator of a GPU build ends inside its c10d operator, so it is in the trace whenever that one is. */
    private static void addMissing(ArrayNode nodes, Map<Long, String> recorded) {
        Map<Long, JsonNode> byRecord = new HashMap<>();
        Map<Long, JsonNode> byId = new HashMap<>();
        for (JsonNode node : nodes) {
            byRecord.put(attribute(node, "rf_id").asLong(), node);
            byId.put(node.get("id").asLong(), node);
        }
        for (Map.Entry<Long, String> collective : new TreeMap<>(recorded).entrySet()) {
            JsonNode c10d = byRecord.get(collective.getKey() - 1);
            if (byRecord.containsKey(collective.getKey()) || c10d == null) {
                continue;
            }
            long id = c10d.get("id").asLong() + 1;
            if (byId.containsKey(id)) {
                throw new IllegalArgumentException("no id left for the collective of node " + c10d.get("id"));
            }
            ObjectNode node = c10d.deepCopy();
            node.put("id", id).put("name", collective.getValue()).put("ctrl_deps", id - 1);
            setAttribute(node, "rf_id", LongNode.valueOf(collective.getKey()));
            setAttribute(node, "scope", LongNode.valueOf(7));
            setAttribute(node, "op_schema", JSON.textNode(""));
            ObjectNode inputs = (ObjectNode) node.get("inputs");
            for (String field : List.of("values", "shapes", "strides")) {
                inputs.set(field, inputs.get(field).get(0));
            }
            inputs.putArray("types").add("Tensor(float)");
            for (String field : List.of("values", "shapes", "types", "strides")) {
                ((ObjectNode) node.get("outputs")).putArray(field);
            }
            nodes.add(node);
        }
    }

    /** Gloo works on threads of its own and so hangs where it likes; NCCL is called inside the c10d operator. */
    private static void hangUnderTheirOperators(ArrayNode nodes) {
        Map<Long, Long> operators = new HashMap<>();
        for (JsonNode node : nodes) {
            if (node.get("name").asText().startsWith("c10d::")) {
                operators.put(attribute(node, "rf_id").asLong(), node.get("id").asLong());
            }
        }
        for (JsonNode node : nodes) {
            Long operator = operators.get(attribute(node, "rf_id").asLong() - 1);
            if (operator != null && node.get("name").asText().startsWith("gloo:")) {
                ((ObjectNode) node).put("ctrl_deps", operator.longValue());
            }
        }
    }

    private void node(ObjectNode node, ArrayNode result) {
        long id = node.get("id").asLong();
        String name = node.get("name").asText();
        long record = attribute(node, "rf_id").asLong();
        node.put("id", RecordIds.node(id));
        node.put("ctrl_deps", RecordIds.node(node.get("ctrl_deps").asLong()));
        onGpu(node.get("inputs").get("values"));
        onGpu(node.get("outputs").get("values"));
        setAttribute(node, "rf_id", LongNode.valueOf(record == 0 ? 0 : ids.record(record)));
        if (name.startsWith("## process_group")) {
            nameBackend(node);
        }
        if (name.startsWith("gloo:")) {
            result.add(inner(node, name, id, record));
            parameters(node, name, record);
        } else if (!vendor.operator(name).equals(name)) {
            node.put("name", vendor.operator(name));
            setAttribute(node, "op_schema", JSON.textNode(""));
        }
        result.add(node);
    }

    /** Tensors and devices on this rank's GPU, ids renumbered. A tensor is [id, storage, offset, elements, bytes, device]. */
    private void onGpu(JsonNode value) {
        if (!(value instanceof ArrayNode array)) {
            return;
        }
        boolean tensor =
                array.size() == 6 && array.get(5).isTextual() && array.get(0).isIntegralNumber();
        for (int i = 0; i < array.size(); i++) {
            JsonNode element = array.get(i);
            if (element.isTextual() && element.asText().equals("cpu")) {
                array.set(i, JSON.textNode("cuda:" + rank));
            } else if (tensor && i < 2) {
                array.set(i, LongNode.valueOf(RecordIds.node(element.asLong())));
            } else {
                onGpu(element);
            }
        }
    }

    private static void nameBackend(ObjectNode node) {
        ArrayNode values = (ArrayNode) node.get("inputs").get("values");
        values.set(0, JSON.textNode(values.get(0).asText().replace("cpu:gloo,cuda:gloo", "cuda:nccl")));
    }

    private static ObjectNode inner(ObjectNode gloo, String name, long id, long record) {
        ObjectNode inner = gloo.deepCopy();
        inner.put("id", RecordIds.inside(id));
        inner.put("name", "nccl:" + name.substring("gloo:".length()));
        inner.put("ctrl_deps", RecordIds.node(id));
        setAttribute(inner, "rf_id", LongNode.valueOf(attribute(gloo, "rf_id").asLong() + 1));
        return inner;
    }

    /** Turns the gloo node into the record_param_comms node that PyTorch writes for NCCL and RCCL. */
    private void parameters(ObjectNode node, String name, long record) {
        String collective = collective(name);
        JsonNode tensor = node.get("inputs").get("values").get(0);
        Message message = new Message(collective, tensor.get(3).asLong(), "Float");
        if (!node.get("inputs").get("types").get(0).asText().equals("Tensor(float)")) {
            throw new IllegalArgumentException(
                    "no rule for a message of " + node.get("inputs").get("types"));
        }
        messages.put(record, message);
        node.put("name", "record_param_comms");
        ObjectNode inputs = (ObjectNode) node.get("inputs");
        ArrayNode values = JSON.arrayNode().add(JSON.arrayNode().add(tensor.deepCopy()));
        values.add(sequence++)
                .add(JSON.arrayNode().add("0").add("default_pg"))
                .add(rank)
                .add(collective);
        values.add(JSON.arrayNode()).add(JSON.arrayNode()).add(0).add(1).add(world);
        ArrayNode shapes = JSON.arrayNode()
                .add(JSON.arrayNode().add(inputs.get("shapes").get(0).deepCopy()));
        shapes.add(JSON.arrayNode()).add(JSON.arrayNode().add(JSON.arrayNode()).add(JSON.arrayNode()));
        ArrayNode types =
                JSON.arrayNode().add("GenericList[Tensor(float)]").add("Int").add("Tuple[String,String]");
        types.add("Int")
                .add("String")
                .add("GenericList[]")
                .add("GenericList[]")
                .add("Int")
                .add("Int")
                .add("Int");
        ArrayNode strides = JSON.arrayNode()
                .add(JSON.arrayNode().add(inputs.get("strides").get(0).deepCopy()));
        strides.add(JSON.arrayNode()).add(JSON.arrayNode().add(JSON.arrayNode()).add(JSON.arrayNode()));
        for (int i = 3; i < 10; i++) {
            shapes.add(JSON.arrayNode());
            strides.add(JSON.arrayNode());
        }
        inputs.set("values", values);
        inputs.set("shapes", shapes);
        inputs.set("types", types);
        inputs.set("strides", strides);
        describe(node, message);
    }

    private void describe(ObjectNode node, Message message) {
        setAttribute(node, "scope", LongNode.valueOf(0));
        ArrayNode attributes = (ArrayNode) node.get("attrs");
        text(attributes, "collective_name", message.collective());
        text(attributes, "dtype", message.dtype());
        number(attributes, "in_msg_nelems", message.elements());
        number(attributes, "out_msg_nelems", message.elements());
        text(attributes, "in_split_size", "[]");
        text(attributes, "out_split_size", "[]");
        number(attributes, "global_rank_start", 0);
        number(attributes, "global_rank_stride", 1);
        text(attributes, "pg_name", "0");
        text(attributes, "pg_desc", "default_pg");
        number(attributes, "pg_size", world);
    }

    /** The name that PyTorch gives the collective in record_param_comms. */
    private static String collective(String name) {
        return switch (name) {
            case "gloo:all_reduce" -> "allreduce";
            case "gloo:broadcast" -> "broadcast";
            default -> throw new IllegalArgumentException("no rule for " + name);
        };
    }

    private static void text(ArrayNode attributes, String name, String value) {
        attributes.addObject().put("name", name).put("type", "string").put("value", value);
    }

    private static void number(ArrayNode attributes, String name, long value) {
        attributes.addObject().put("name", name).put("type", "uint64").put("value", value);
    }

    private static JsonNode attribute(JsonNode node, String name) {
        return entry(node, name).get("value");
    }

    private static void setAttribute(ObjectNode node, String name, JsonNode value) {
        ((ObjectNode) entry(node, name)).set("value", value);
    }

    private static JsonNode entry(JsonNode node, String name) {
        for (JsonNode attribute : node.get("attrs")) {
            if (attribute.get("name").asText().equals(name)) {
                return attribute;
            }
        }
        throw new IllegalArgumentException("node " + node.get("id") + " has no attribute " + name);
    }
}
