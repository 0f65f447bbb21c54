// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.comm;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.etude.number.Ordinals;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonText;
import org.etude.trace.json.RawJson;

/**
 * Reads the inputs of record_param_comms by position. Since 2023 these are: tensors, sequence number, process group,
 * rank, name, input splits, output splits, then up to version 1.0.1 the group's size, later first rank, stride and
 * size. A wait has no tensors. The name is recognised as the text followed by two lists.
 */
public final class PositionalComm {
    private PositionalComm() {}

    /** Sets fields that are not set yet; texts that are not lists are ignored. */
    public static void fill(CommFields comm, RawJson inputs, RawJson types, RawJson outputs) {
        List<String> values = split(inputs);
        int at = nameIndex(values);
        if (at < 0) {
            return;
        }
        comm.touch();
        if (comm.collective == null) {
            comm.collective = text(values.get(at));
            comm.inSplit = values.get(at + 1);
            comm.outSplit = values.get(at + 2);
            TensorBytes tensors = new TensorBytes();
            tensors.scan(inputs.cursor());
            comm.inElements = tensors.elements();
            if (outputs != null) {
                tensors.scan(outputs.cursor());
                comm.outElements = tensors.elements();
            }
            comm.dtype = types == null ? null : dtype(types.text());
        }
        before(comm, values, at);
        after(comm, values, at);
    }

    private static int nameIndex(List<String> values) {
        for (int i = 0; i + 2 < values.size(); i++) {
            if (values.get(i).startsWith("\"")
                    && values.get(i + 1).startsWith("[")
                    && values.get(i + 2).startsWith("[")) {
                return i;
            }
        }
        return -1;
    }

    private static void before(CommFields comm, List<String> values, int name) {
        if (name >= 1 && comm.rank < 0) {
            comm.rank = number(values.get(name - 1));
        }
        if (name >= 2 && comm.groupName == null) {
            String group = values.get(name - 2);
            if (group.startsWith("[")) {
                List<String> parts = split(group);
                comm.groupName = parts.isEmpty() ? null : text(parts.get(0));
                comm.groupDesc = parts.size() < 2 ? null : text(parts.get(1));
            } else if (group.startsWith("\"")) {
                comm.groupName = text(group);
            }
        }
        if (name >= 3 && comm.sequence < 0) {
            comm.sequence = number(values.get(name - 3));
        } else if (name == 2 && comm.sequence < 0) {
            comm.sequence = number(values.get(0));
        }
    }

    private static void after(CommFields comm, List<String> values, int name) {
        int rest = values.size() - name - 3;
        if (rest == 1 && comm.groupSize < 0) {
            comm.groupSize = Ordinals.of(number(values.get(name + 3)));
        } else if (rest >= 3) {
            comm.rankStart = comm.rankStart < 0 ? number(values.get(name + 3)) : comm.rankStart;
            comm.rankStride = comm.rankStride < 0 ? number(values.get(name + 4)) : comm.rankStride;
            comm.groupSize = comm.groupSize < 0 ? Ordinals.of(number(values.get(name + 5))) : comm.groupSize;
        }
    }

    private static List<String> split(RawJson list) {
        return split(list.cursor());
    }

    private static List<String> split(String list) {
        byte[] bytes = list.getBytes(StandardCharsets.UTF_8);
        return split(new JsonCursor(bytes, 0, bytes.length));
    }

    private static List<String> split(JsonCursor cursor) {
        List<String> parts = new ArrayList<>();
        if (!cursor.enterArray()) {
            return parts;
        }
        RawJson part = new RawJson();
        for (boolean first = true; cursor.nextElement(first); first = false) {
            part.read(cursor);
            parts.add(part.text());
        }
        return parts;
    }

    private static String text(String json) {
        return json.length() >= 2 && json.startsWith("\"")
                ? JsonText.unescape(json.substring(1, json.length() - 1))
                : json;
    }

    /** The number, or the first one of a list such as [sequence, is transfer]; -1 when there is none. */
    private static long number(String json) {
        List<Long> values = CommFields.longs(json);
        return values.isEmpty() ? -1 : values.get(0);
    }

    /** PyTorch's name of the element type in the first tensor type: Half of "GenericList[Tensor(c10::Half)]". */
    static String dtype(String types) {
        int from = types.indexOf("Tensor(");
        int to = from < 0 ? -1 : types.indexOf(')', from);
        if (to < 0) {
            return null;
        }
        String type = types.substring(from + "Tensor(".length(), to);
        return switch (type) {
            case "float" -> "Float";
            case "double" -> "Double";
            case "long", "long int" -> "Long";
            case "int" -> "Int";
            case "short", "short int" -> "Short";
            case "signed char", "char" -> "Char";
            case "unsigned char" -> "Byte";
            case "bool" -> "Bool";
            default -> type.startsWith("c10::") ? type.substring("c10::".length()) : type;
        };
    }
}
