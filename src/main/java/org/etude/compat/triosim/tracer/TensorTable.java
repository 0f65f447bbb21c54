// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.tracer;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The lines of tensor.csv, and the lists of tensors that operators name. */
final class TensorTable {
    private static final int COUNT = 3;
    private static final int EACH = 4;
    private static final String LIST = "GenericList";

    private final Path graph;
    private final StringBuilder lines = new StringBuilder(
            "Index,TensorID,TensorShape,TensorNumElement,TensorEachByte,TensorType,TensorStorgeid,gpuid\n");
    private int index;

    /** Tensors of an operator: their ids and numbers of elements, as trace.csv writes them. */
    record Named(List<String> ids, List<String> sizes) {
        static String text(List<String> values) {
            return "[" + String.join("; ", values) + "]";
        }
    }

    TensorTable(Path graph) {
        this.graph = graph;
    }

    String text() {
        return lines.toString();
    }

    /** Adds an operator's inputs, each with its argument's name as kind. */
    Named inputs(GraphOp op) {
        return add(op, "input", arguments(op.node().path("op_schema").asText()));
    }

    /** Adds an operator's outputs. */
    Named outputs(GraphOp op) {
        return add(op, "output", null);
    }

    private Named add(GraphOp op, String side, List<String> arguments) {
        JsonNode values = op.node().path(side + "s");
        JsonNode shapes = op.node().path(side + "_shapes");
        JsonNode types = op.node().path(side + "_types");
        Named named = new Named(new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < values.size(); i++) {
            String type = types.path(i).asText();
            if (type.contains(LIST) && tensor(type)) {
                int members = type.split(",").length;
                for (int j = 0; j < members; j++) {
                    add(op, values.get(i).path(j), shapes.path(i).path(j), side, named);
                }
            } else if (tensor(type)) {
                add(op, values.get(i), shapes.path(i), kind(op, arguments, i), named);
            }
        }
        return named;
    }

    private static boolean tensor(String type) {
        return type.toLowerCase(Locale.ROOT).contains("tensor");
    }

    private String kind(GraphOp op, List<String> arguments, int i) {
        if (arguments == null) {
            return "output";
        }
        if (i >= arguments.size()) {
            throw JsonInput.bad(
                    graph,
                    "operator '" + op.name() + "' (node " + op.node().path("id") + ") has more inputs than its"
                            + " op_schema has arguments");
        }
        return arguments.get(i);
    }

    private void add(GraphOp op, JsonNode value, JsonNode shape, String kind, Named named) {
        if (value.size() <= EACH) {
            throw JsonInput.bad(
                    graph,
                    "operator '" + op.name() + "' (node " + op.node().path("id") + ") names the tensor " + value
                            + ", not [id, storage, offset, elements, bytes, device]");
        }
        String dims = shape.toString().replace(",", ", ");
        lines.append(index++).append(',').append(value.get(0).asText()).append(',');
        lines.append(dims.contains(",") ? '"' + dims + '"' : dims).append(',');
        lines.append(value.get(COUNT).asText())
                .append(',')
                .append(value.get(EACH).asText());
        lines.append(',').append(kind).append(',').append(value.get(1).asText()).append(",0\n");
        named.ids.add(value.get(0).asText());
        named.sizes.add(value.get(COUNT).asText());
    }

    /** The names of a schema's arguments, including defaults; self is called input. */
    private static List<String> arguments(String schema) {
        String plain = schema.replace("Tensor(a!)", "Tensor")
                .replace("Tensor(a)", "Tensor")
                .replace("Tensor(a -> *) self", "Tensor input")
                .replace("Tensor self", "Tensor input");
        List<String> names = new ArrayList<>();
        String[] parts = plain.substring(plain.indexOf('(') + 1).split(",");
        for (int i = 0; i < parts.length; i++) {
            String part = i > 0 && i == parts.length - 1 ? parts[i].split("\\)")[0] : parts[i];
            String[] words = part.strip().split(" ");
            names.add(words.length > 1 ? words[1].replaceAll("[()]", "") : "");
        }
        return names;
    }
}
