// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.tracer;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The operators of an execution graph in the order forward, backward, optimizer. */
final class GraphOps {
    private static final int ROOT = 1;
    private static final int FORWARD = 2;
    private static final List<String> VALUES =
            List.of("inputs", "input_shapes", "input_types", "outputs", "output_shapes", "output_types");

    private final Map<Long, List<JsonNode>> children = new HashMap<>();
    private final List<GraphOp> ops = new ArrayList<>();

    private GraphOps(JsonInput graph) {
        for (JsonNode node : graph.tree().get("nodes")) {
            if (!node.has("id") || !node.has("parent")) {
                throw graph.bad("a node has no 'id' or 'parent', as in schemas after 1.0.1");
            }
            children.computeIfAbsent(node.get("parent").asLong(), key -> new ArrayList<>())
                    .add(node);
        }
    }

    /** Reads a graph. */
    static List<GraphOp> read(Path file) {
        GraphOps all = new GraphOps(JsonInput.read(file, "nodes"));
        all.forward();
        all.backward();
        all.optimizer();
        return all.ops;
    }

    private void forward() {
        below(FORWARD).forEach(node -> add(node.path("name").asText(), node));
    }

    /**
     * The last thread other than the main one is the autograd engine's; the operators of an autograd node are two
     * levels below it.
     */
    private void backward() {
        long thread = -1;
        for (JsonNode node : below(ROOT)) {
            long id = node.get("id").asLong();
            thread = id == ROOT || id == FORWARD ? thread : id;
        }
        for (JsonNode node : below(thread)) {
            List<JsonNode> first = below(node.get("id").asLong());
            if (!first.isEmpty()) {
                List<JsonNode> second = below(first.get(0).get("id").asLong());
                add(node.path("name").asText(), second.isEmpty() ? first.get(0) : second.get(0));
            }
        }
    }

    private void optimizer() {
        for (JsonNode node : below(FORWARD)) {
            if (node.path("name").asText().contains("Optimizer")) {
                below(node.get("id").asLong())
                        .forEach(child -> ops.add(new GraphOp(child.path("name").asText(), child)));
            }
        }
    }

    private List<JsonNode> below(long id) {
        return children.getOrDefault(id, List.of());
    }

    private void add(String name, JsonNode node) {
        if (VALUES.stream().anyMatch(key -> !node.path(key).isEmpty())) {
            ops.add(new GraphOp(name, node));
        }
    }
}
