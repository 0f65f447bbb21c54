// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import java.util.List;
import java.util.Locale;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtIo;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.repair.graph.CommView;
import org.etude.repair.graph.TensorText;
import org.etude.spec.CollectiveType;
import org.etude.trace.json.Literal;
import org.etude.trace.model.DType;

/** Evidence for a communication node beyond the attributes that simulators read. Nothing is guessed. */
final class CommEvidence {
    private static final List<String> NAME_ATTRIBUTES =
            List.of("collective_name", "Collective name", "collective", "comm_name", EtNames.COMM_TYPE);
    private static final List<String> SIZE_ATTRIBUTES = List.of(
            EtNames.COMM_SIZE,
            "size_bytes",
            "tensor_bytes",
            "message_size",
            "nccl_size",
            "comm_bytes",
            EtNames.TENSOR_SIZE);
    private static final List<String> COUNT_ATTRIBUTES = List.of("in_msg_nelems", "In msg nelems", "numel", "nelems");
    private static final List<String> WIDTH_ATTRIBUTES = List.of("element_size", "elem_bytes", "dtype_size");
    /** Longer words first where one contains the other. */
    private static final List<Word> WORDS = List.of(
            new Word("allreduce", CollectiveType.ALL_REDUCE),
            new Word("alltoall", CollectiveType.ALL_TO_ALL),
            new Word("allgather", CollectiveType.ALL_GATHER),
            new Word("reducescatter", CollectiveType.REDUCE_SCATTER),
            new Word("broadcast", CollectiveType.BROADCAST),
            new Word("barrier", CollectiveType.BARRIER),
            new Word("gather", CollectiveType.GATHER),
            new Word("scatter", CollectiveType.SCATTER),
            new Word("reduce", CollectiveType.REDUCE));

    private final EtNode node;

    CommEvidence(EtNode node) {
        this.node = node;
    }

    /** Something found, and where. */
    record Found<T>(T value, String source) {}

    /** The collective's type from attributes, otherwise from the node's name; null when unknown. */
    Found<CollectiveType> type() {
        for (String name : NAME_ATTRIBUTES) {
            EtAttribute attribute = CommView.attribute(node, name);
            CollectiveType type = attribute != null && attribute.value() instanceof String text ? typeOf(text) : null;
            if (type != null) {
                return new Found<>(type, "attribute " + name);
            }
        }
        CollectiveType type = typeOf(node.name());
        return type == null ? null : new Found<>(type, "its name");
    }

    /** The type named in a text, or null. */
    static CollectiveType typeOf(String name) {
        String word = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        for (Word known : WORDS) {
            if (word.contains(known.text)) {
                return known.type;
            }
        }
        return null;
    }

    /** Bytes from attributes, otherwise from the tensors among the inputs, then the outputs; null when unknown. */
    Found<Long> size() {
        for (String name : SIZE_ATTRIBUTES) {
            long value = number(name);
            if (value > 0) {
                return new Found<>(value, "attribute " + name);
            }
        }
        for (String count : COUNT_ATTRIBUTES) {
            long bytes = bytes(number(count), width());
            if (bytes > 0) {
                return new Found<>(bytes, "attribute " + count + " and the element size");
            }
        }
        Found<Long> inputs = tensors(node.inputs(), "its inputs");
        return inputs != null ? inputs : fromOutputs();
    }

    /** The bytes of this number of elements; -1 when either number is unknown or the product does not fit. */
    private static long bytes(long elements, long width) {
        return elements > 0 && width > 0 && elements <= Long.MAX_VALUE / width ? elements * width : -1;
    }

    private Found<Long> fromOutputs() {
        boolean alike = node.type() == EtNodeType.COMM_RECV || typeFor() == CollectiveType.ALL_REDUCE;
        return alike ? tensors(node.outputs(), "its outputs") : null;
    }

    private CollectiveType typeFor() {
        Found<CollectiveType> found = type();
        return found == null ? CollectiveType.ofNumber(number(EtNames.COMM_TYPE)) : found.value;
    }

    private Found<Long> tensors(EtIo io, String source) {
        List<Long> sizes = TensorText.sizes(io);
        // These operators take (output, input).
        boolean isBase = node.name().contains("_base_") && sizes.size() == 2;
        long sum = isBase ? sizes.get(1) : sum(sizes);
        return sum > 0 ? new Found<>(sum, "the tensors of " + source) : null;
    }

    /** The sum of numbers that are not negative; -1 when it does not fit. */
    private static long sum(List<Long> sizes) {
        long sum = 0;
        for (long size : sizes) {
            if (size > Long.MAX_VALUE - sum) {
                return -1;
            }
            sum += size;
        }
        return sum;
    }

    private long width() {
        for (String name : WIDTH_ATTRIBUTES) {
            if (number(name) > 0) {
                return number(name);
            }
        }
        EtAttribute type = CommView.attribute(node, "dtype");
        return type != null && type.value() instanceof String text ? DType.bytesOf(text) : -1;
    }

    /** An attribute as a whole number whatever its kind, -1 when it is not one. */
    long number(String name) {
        EtAttribute attribute = CommView.attribute(node, name);
        if (attribute == null) {
            return -1;
        }
        if (attribute.value() instanceof Long value) {
            return value;
        }
        if (attribute.value() instanceof Number value && isWhole(value.doubleValue())) {
            return value.longValue();
        }
        try {
            return attribute.value() instanceof String text ? Long.parseLong(text.trim()) : -1;
        } catch (NumberFormatException notANumber) {
            return -1;
        }
    }

    /** Whether a long can hold the number; infinity is its own nearest whole number. */
    private static boolean isWhole(double value) {
        return value == Math.rint(value) && Math.abs(value) < 0x1p63;
    }

    /** A number of the operator's own inputs after the tensors and the group: 0 the peer of a send or recv, 1 its tag. */
    long operatorInput(int index) {
        Object values =
                node.inputs() == null ? null : Literal.parse(node.inputs().values());
        if (!(values instanceof List<?> list) || list.size() != 4 || !(list.get(0) instanceof List<?>)) {
            return -1;
        }
        return list.get(2 + index) instanceof Long value ? value : -1;
    }

    private record Word(String text, CollectiveType type) {}
}
