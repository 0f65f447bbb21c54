// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.link;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Converts nodes from the flat layout of schema 1.0.1 to the nested layout of later schemas; leaves others unchanged.
 */
final class HostLayout {
    private static final String[][] ATTRIBUTES = {
        {"rf_id", "uint64"},
        {"fw_parent", "uint64"},
        {"seq_id", "int64"},
        {"scope", "uint64"},
        {"tid", "uint64"},
        {"fw_tid", "uint64"},
        {"op_schema", "string"},
    };

    private HostLayout() {}

    /** The node in the nested layout. */
    static ObjectNode current(JsonNode read) {
        ObjectNode node = (ObjectNode) read;
        if (node.has("ctrl_deps") || !node.has("parent")) {
            return node;
        }
        ObjectNode nested = node.objectNode();
        nested.set("id", node.get("id"));
        nested.set("name", node.get("name"));
        nested.set("ctrl_deps", node.get("parent"));
        nested.set("inputs", side(node, "input"));
        nested.set("outputs", side(node, "output"));
        ArrayNode attributes = nested.putArray("attrs");
        for (String[] attribute : ATTRIBUTES) {
            if (node.has(attribute[0])) {
                attributes
                        .addObject()
                        .put("name", attribute[0])
                        .put("type", attribute[1])
                        .set("value", node.get(attribute[0]));
            }
        }
        return nested;
    }

    private static ObjectNode side(ObjectNode node, String side) {
        ObjectNode io = node.objectNode();
        io.set("values", list(node, side + "s"));
        io.set("shapes", list(node, side + "_shapes"));
        io.set("types", list(node, side + "_types"));
        return io;
    }

    private static JsonNode list(ObjectNode node, String key) {
        return node.has(key) ? node.get(key) : node.arrayNode();
    }
}
