// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.etude.trace.json.Literal;
import org.etude.trace.model.DType;
import org.etude.trace.model.DeviceTrace;

/**
 * The arguments of a communication operator, read from an execution trace (tensors as tuples that hold count and element
 * size) or from a Kineto event (shapes and type names).
 */
public final class OperatorArgs {
    private final List<Object> values;
    private final List<Object> shapes;
    private final List<Object> types;
    private final boolean tuples;

    private OperatorArgs(String values, String shapes, String types, boolean tuples) {
        this.values = Literal.list(values);
        this.shapes = Literal.list(shapes);
        this.types = Literal.list(types);
        this.tuples = tuples;
    }

    /** The arguments of node {@code i} from its execution-trace node or Kineto event; empty when neither has any. */
    public static OperatorArgs of(RankContext rank, NodeTable nodes, int i) {
        if (nodes.host[i] >= 0) {
            var inputs = rank.host().inputs(nodes.host[i]);
            if (!inputs.values().isEmpty()) {
                return new OperatorArgs(inputs.values(), inputs.shapes(), inputs.types(), true);
            }
        }
        return nodes.event[i] < 0 ? new OperatorArgs("", "", "", false) : of(rank.device(), nodes.event[i]);
    }

    /** The arguments of a Kineto event. */
    static OperatorArgs of(DeviceTrace device, int event) {
        return new OperatorArgs(device.concreteInputs(event), device.inputDims(event), device.inputTypes(event), false);
    }

    /** Whether no arguments are known. */
    public boolean isEmpty() {
        return tuples ? values.isEmpty() : shapes.isEmpty();
    }

    /** The number of arguments. */
    public int size() {
        return tuples ? values.size() : shapes.size();
    }

    /** Bytes of the tensors in argument {@code k}, lists included: 0 for an empty list, -1 when unknown. */
    public long bytes(int k) {
        List<Object> from = tuples ? values : shapes;
        if (k >= from.size()) {
            return -1;
        }
        return tuples ? tupleBytes(from.get(k)) : shapeBytes(from.get(k), text(types, k));
    }

    /** Argument {@code k} as a whole number, or -1. */
    public long number(int k) {
        String value = text(values, k);
        return value.matches("-?\\d{1,18}") ? Long.parseLong(value) : -1;
    }

    /** The last argument that is a non-empty text rather than an object, or "". */
    public String lastString() {
        for (int k = values.size() - 1; k >= 0; k--) {
            String value = text(values, k);
            boolean string = !tuples || text(types, k).equals("String");
            if (string && !value.isEmpty() && !value.startsWith("<") && !value.startsWith("[")) {
                return value;
            }
        }
        return "";
    }

    /** The element type of the first tensor, or "". In an execution trace the type of a number, such as Int, is no tensor's. */
    public String elementType() {
        for (Object each : types) {
            String type = each.toString();
            if ((!tuples || type.contains("Tensor(")) && DType.ofTensor(type).isPresent()) {
                return bareType(type);
            }
        }
        return "";
    }

    /** Whether the list of numbers in argument {@code k} has unequal members. */
    public boolean uneven(int k) {
        if (k >= values.size() || !(values.get(k) instanceof List<?> list)) {
            return false;
        }
        return list.stream().distinct().count() > 1;
    }

    /** The whole numbers that argument {@code k} lists; empty when it is something else. */
    public List<Long> numbers(int k) {
        if (k >= values.size() || !(values.get(k) instanceof List<?> list)) {
            return List.of();
        }
        boolean whole = list.stream().allMatch(item -> item.toString().matches("\\d{1,18}"));
        return whole ? list.stream().map(item -> Long.valueOf(item.toString())).toList() : List.of();
    }

    /** Bytes of each tensor in the list that argument {@code k} is, of lists too; empty when it is no list or one is unknown. */
    public List<Long> eachBytes(int k) {
        List<Object> from = tuples ? values : shapes;
        if (k >= from.size() || !isListOfLists(from.get(k))) {
            return List.of();
        }
        List<Long> each = new ArrayList<>();
        collect((List<?>) from.get(k), text(types, k), each);
        return each.stream().allMatch(bytes -> bytes >= 0) ? each : List.of();
    }

    private void collect(List<?> list, String type, List<Long> each) {
        for (Object item : list) {
            if (isListOfLists(item)) {
                collect((List<?>) item, type, each);
            } else {
                each.add(tuples ? tupleBytes(item) : shapeBytes(item, type));
            }
        }
    }

    /** A tensor is a list of numbers and texts, a scalar one an empty list. */
    private static boolean isListOfLists(Object item) {
        return item instanceof List<?> list && !list.isEmpty() && list.stream().allMatch(List.class::isInstance);
    }

    private static String text(List<Object> from, int k) {
        return k < from.size() ? from.get(k).toString() : "";
    }

    private static String bareType(String type) {
        int open = type.lastIndexOf("Tensor(");
        int close = type.indexOf(')', Math.max(open, 0));
        return open < 0 ? type : type.substring(open + 7, close < 0 ? type.length() : close);
    }

    private static long tupleBytes(Object value) {
        if (!(value instanceof List<?> list)) {
            return -1;
        }
        if (list.size() >= 5 && list.stream().limit(5).noneMatch(item -> item instanceof List)) {
            try {
                return Math.multiplyExact(
                        Long.parseLong(list.get(3).toString()),
                        Long.parseLong(list.get(4).toString()));
            } catch (NumberFormatException | ArithmeticException e) {
                return -1;
            }
        }
        return sum(list, OperatorArgs::tupleBytes);
    }

    /** The sum over the tensors of a list, -1 when one of them is unknown; other values are ignored. */
    private static long sum(List<?> list, ToLongFunction<Object> bytes) {
        long sum = 0;
        for (Object item : list) {
            long part = item instanceof List ? bytes.applyAsLong(item) : 0;
            if (part < 0 || sum + part < 0) {
                return -1;
            }
            sum += part;
        }
        return sum;
    }

    private static long shapeBytes(Object shape, String type) {
        int element = DType.ofTensor(type).map(DType::bytes).orElse(-1);
        if (!(shape instanceof List<?> list)) {
            return -1;
        }
        if (!list.isEmpty() && list.get(0) instanceof List) {
            return element < 0 ? -1 : sum(list, item -> shapeBytes(item, type));
        }
        return element < 0 || list.isEmpty() ? -1 : product(list, element);
    }

    private static long product(List<?> sizes, long element) {
        long count = element;
        for (Object size : sizes) {
            if (size.toString().matches("\\d{16,}")) {
                return -1;
            }
            long factor = size.toString().matches("\\d+") ? Long.parseLong(size.toString()) : 1;
            if (factor > 0 && count > Long.MAX_VALUE / factor) {
                return -1;
            }
            count *= factor;
        }
        return count;
    }
}
