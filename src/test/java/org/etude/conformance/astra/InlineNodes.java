// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.astra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtAttribute.Kind;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;

/** An execution trace written as JSON inside a case. */
final class InlineNodes {
    private InlineNodes() {}

    static EtGraph graph(JsonNode nodes) {
        EtGraphBuilder builder = new EtGraphBuilder("0.0.4", List.of());
        for (JsonNode node : nodes) {
            List<EtAttribute> attributes = new ArrayList<>();
            node.path("attr").fields().forEachRemaining(e -> attributes.add(attribute(e.getKey(), e.getValue())));
            builder.add(new EtNode(
                    node.path("id").asLong(),
                    node.path("name").asText(),
                    type(node.path("type").asText()),
                    ids(node.path("ctrl_deps")),
                    ids(node.path("data_deps")),
                    node.path("start_time_micros").asLong(),
                    node.path("duration_micros").asLong(),
                    null,
                    null,
                    attributes));
        }
        return builder.build();
    }

    private static EtNodeType type(String name) {
        for (EtNodeType type : EtNodeType.values()) {
            if (type.wireName().equals(name)) {
                return type;
            }
        }
        return EtNodeType.INVALID;
    }

    private static long[] ids(JsonNode list) {
        long[] ids = new long[list.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = list.get(i).asLong();
        }
        return ids;
    }

    private static EtAttribute attribute(String name, JsonNode typed) {
        String type = typed.fieldNames().next();
        JsonNode value = typed.get(type);
        return switch (type) {
            case "bool_val" -> EtAttribute.bool(name, value.asBoolean());
            case "string_val" -> EtAttribute.string(name, value.asText());
            case "double_val" -> new EtAttribute(name, "", Kind.DOUBLE, value.asDouble());
            case "float_val" -> new EtAttribute(name, "", Kind.FLOAT, (float) value.asDouble());
            case "bool_list" -> new EtAttribute(name, "", Kind.BOOL_LIST, list(value, JsonNode::asBoolean));
            case "string_list" -> new EtAttribute(name, "", Kind.STRING_LIST, list(value, JsonNode::asText));
            case "int32_val" -> EtAttribute.int32(name, value.asInt());
            case "uint32_val" -> EtAttribute.uint32(name, value.asInt());
            case "uint64_val" -> EtAttribute.uint64(name, value.asLong());
            default -> EtAttribute.int64(name, value.asLong());
        };
    }

    private static List<Object> list(JsonNode values, Function<JsonNode, Object> each) {
        List<Object> list = new ArrayList<>();
        JsonNode items = values.isObject() ? values.path("values") : values;
        items.forEach(item -> list.add(each.apply(item)));
        return list;
    }
}
