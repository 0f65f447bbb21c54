// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.ArrayList;
import java.util.List;
import org.etude.trace.json.Literal;
import org.etude.trace.model.DType;
import org.etude.trace.model.MatrixOperator;

/**
 * Floating-point operations and bytes of one call of a {@link MatrixOperator}, from the shapes of its inputs. A
 * multiply-add counts as two operations. Formulas follow PyTorch's {@code torch/utils/flop_counter.py}: causal masks
 * count in full. Bytes are those of the participating inputs and of the outputs, each moved once.
 *
 * @param flops operations; 0 when the shapes are missing or do not fit the operator
 * @param bytes bytes; 0 when unknown
 */
record MatrixWork(double flops, double bytes) {
    static final MatrixWork UNKNOWN = new MatrixWork(0, 0);

    /** Numbers of element types in {@code c10/core/ScalarType.h} with 4 and 8 bytes; 8-bit floats have numbers from 23 on. */
    private static final int FLOAT = 6;

    private static final int DOUBLE = 7;
    private static final int EIGHT_BITS = 23;

    /** The operations, and the elements of the participating inputs and of the outputs. */
    private record Elements(double flops, double inputs, double outputs) {
        static final Elements NONE = new Elements(0, 0, 0);
    }

    /** The work of one call. */
    static MatrixWork of(MatrixOperator operator, String dims, String types, String values) {
        List<long[]> shapes = InputTexts.shapes(dims);
        List<Object> words = Literal.list(values);
        Elements work =
                switch (operator) {
                    case PRODUCT, SCALED_PRODUCT, INTEGER_PRODUCT -> product(shapes, 0);
                    case ADDED_PRODUCT -> product(shapes, 1);
                    case GROUPED_PRODUCT -> grouped(shapes, 2);
                    case SCALED_GROUPED_PRODUCT -> grouped(shapes, 4);
                    case CONVOLUTION -> convolution(shapes, words);
                    case CONVOLUTION_BACKWARD -> gradients(shapes, words);
                    case ATTENTION -> attention(shapes, 0);
                    case ATTENTION_BACKWARD -> attention(shapes, 1);
                    case TOKEN_ATTENTION -> tokenAttention(shapes, 0);
                    case TOKEN_ATTENTION_BACKWARD -> tokenAttention(shapes, 1);
                };
        if (work.flops <= 0) {
            return UNKNOWN;
        }
        int size = InputTexts.words(types).stream()
                .flatMap(type -> DType.ofTensor(type).stream())
                .mapToInt(DType::bytes)
                .findFirst()
                .orElse(0);
        int result = size == 0 ? 0 : resultBytes(operator, words, size);
        return new MatrixWork(work.flops, work.inputs * size + work.outputs * result);
    }

    /**
     * Bytes of an element of the result. A product of 8-bit floats has the type that its call states as a number, by the
     * first number among its inputs; where inputs were not recorded, 2 bytes, as usual.
     */
    private static int resultBytes(MatrixOperator operator, List<Object> words, int size) {
        if (operator == MatrixOperator.INTEGER_PRODUCT) {
            return Integer.BYTES;
        }
        if (operator == MatrixOperator.SCALED_GROUPED_PRODUCT) {
            return Short.BYTES;
        }
        if (operator != MatrixOperator.SCALED_PRODUCT) {
            return size;
        }
        if (words.isEmpty()) {
            return Short.BYTES;
        }
        long[] stated = words.stream()
                .map(InputTexts::numbers)
                .filter(n -> n.length == 1)
                .findFirst()
                .orElse(new long[0]);
        if (stated.length == 0 || stated[0] >= EIGHT_BITS) {
            return 1;
        }
        return stated[0] == DOUBLE ? Double.BYTES : stated[0] == FLOAT ? Float.BYTES : Short.BYTES;
    }

    private static long[] shape(List<long[]> shapes, int input) {
        return input < shapes.size() ? shapes.get(input) : new long[0];
    }

    private static double count(long[] shape) {
        double product = shape.length == 0 ? 0 : 1;
        for (long length : shape) {
            product *= length;
        }
        return product;
    }

    private static Elements product(List<long[]> shapes, int first) {
        long[] a = shape(shapes, first);
        long[] b = shape(shapes, first + 1);
        int n = a.length;
        if (n < 2 || n > 3 || b.length != n || a[n - 1] != b[n - 2] || n == 3 && a[0] != b[0]) {
            return Elements.NONE;
        }
        double out = count(a) / a[n - 1] * b[n - 1];
        return new Elements(2 * out * a[n - 1], count(a) + count(b), out);
    }

    /**
     * Products whose groups are slices of the rows, columns or depth of a matrix, or matrices of a stack. Groups are taken
     * to cover the matrix.
     */
    private static Elements grouped(List<long[]> shapes, int ends) {
        long[] a = shape(shapes, 0);
        long[] b = shape(shapes, 1);
        int n = a.length;
        if (n < 2 || n > 3 || b.length < 2 || b.length > 3 || a[n - 1] != b[b.length - 2]) {
            return Elements.NONE;
        }
        boolean sliced = n == 2 && b.length == 2;
        double stack = n == 3 && b.length == 3 ? a[0] : 1;
        double one = (double) a[n - 2] * b[b.length - 1];
        return new Elements(
                2 * stack * one * a[n - 1], count(a) + count(b), one * (sliced ? count(shape(shapes, ends)) : stack));
    }

    private static Elements convolution(List<long[]> shapes, List<Object> words) {
        long[] input = shape(shapes, 0);
        long[] weight = shape(shapes, 1);
        int dims = input.length - 2;
        if (dims < 1 || weight.length != input.length || words.size() < 7) {
            return Elements.NONE;
        }
        long[] stride = InputTexts.numbers(words.get(3));
        long[] padding = InputTexts.numbers(words.get(4));
        long[] dilation = InputTexts.numbers(words.get(5));
        if (isTrue(words.get(6))) {
            // Each element of the input meets each of the weights of its channel once.
            double perChannel = count(weight) / weight[0];
            double out = transposed(input, weight, words, stride, padding, dilation);
            return new Elements(2 * count(input) * perChannel, count(input) + count(weight), out);
        }
        double out = (double) input[0] * weight[0];
        for (int d = 0; d < dims; d++) {
            long reach = at(dilation, d, 1) * (weight[2 + d] - 1) + 1;
            out *= Math.floorDiv(input[2 + d] + 2 * at(padding, d, 0) - reach, Math.max(1, at(stride, d, 1))) + 1;
        }
        double perOutput = count(weight) / weight[0];
        return new Elements(2 * out * perOutput, count(input) + count(weight), out);
    }

    /** The elements that a transposed convolution makes; 0 where its padding of the output or its groups are missing. */
    private static double transposed(
            long[] input, long[] weight, List<Object> words, long[] stride, long[] padding, long[] dilation) {
        if (words.size() < 9) {
            return 0;
        }
        long[] more = InputTexts.numbers(words.get(7));
        double out = (double) input[0] * weight[1] * at(InputTexts.numbers(words.get(8)), 0, 1);
        for (int d = 0; d < input.length - 2; d++) {
            long reach = at(dilation, d, 1) * (weight[2 + d] - 1) + 1;
            out *= (input[2 + d] - 1) * at(stride, d, 1) - 2 * at(padding, d, 0) + reach + at(more, d, 0);
        }
        return Math.max(0, out);
    }

    /** A single number may represent all dimensions. */
    private static long at(long[] values, int dimension, long otherwise) {
        return values.length == 0 ? otherwise : values[Math.min(dimension, values.length - 1)];
    }

    private static Elements gradients(List<long[]> shapes, List<Object> words) {
        long[] out = shape(shapes, 0);
        long[] input = shape(shapes, 1);
        long[] weight = shape(shapes, 2);
        if (weight.length < 3 || out.length != weight.length || input.length != weight.length || words.size() < 11) {
            return Elements.NONE;
        }
        boolean transposed = isTrue(words.get(7));
        double once = 2 * count(transposed ? input : out) * count(weight) / weight[0];
        List<?> mask = InputTexts.items(words.get(10));
        boolean ofInput = mask.isEmpty() || isTrue(mask.get(0));
        boolean ofWeight = mask.size() < 2 || isTrue(mask.get(1));
        double elements = count(out) + count(input) + count(weight);
        return new Elements(
                once * ((ofInput ? 1 : 0) + (ofWeight ? 1 : 0)),
                elements,
                (ofInput ? count(input) : 0) + (ofWeight ? count(weight) : 0));
    }

    private static boolean isTrue(Object word) {
        return "true".equalsIgnoreCase(word.toString());
    }

    /**
     * Attention in the layout of kernels. Where a list of the sequences' ends is given, the sequences are packed into one
     * and their lengths are not in the trace.
     */
    private static Elements tokenAttention(List<long[]> shapes, int first) {
        boolean packed = shape(shapes, first == 0 ? 4 : 6).length == 1;
        if (packed) {
            return Elements.NONE;
        }
        List<long[]> swapped = new ArrayList<>(shapes);
        for (int i = 0; i < Math.min(first + 3, shapes.size()); i++) {
            long[] s = shapes.get(i);
            swapped.set(i, s.length == 4 ? new long[] {s[0], s[2], s[1], s[3]} : s);
        }
        return attention(swapped, first);
    }

    /**
     * Attention with {@code first} inputs before query, key and value: scores and output; the backward pass has five
     * products of the same sizes.
     */
    private static Elements attention(List<long[]> shapes, int first) {
        long[] query = shape(shapes, first);
        long[] key = shape(shapes, first + 1);
        long[] value = shape(shapes, first + 2);
        boolean fits = query.length == 4 && key.length == 4 && value.length == 4 && query[3] == key[3];
        if (!fits || key[2] != value[2]) {
            return Elements.NONE;
        }
        double scores = (double) query[0] * query[1] * query[2] * key[2];
        double out = (double) query[0] * query[1] * query[2] * value[3];
        double inputs = count(query) + count(key) + count(value);
        boolean backward = first > 0;
        double depth = backward ? 3.0 * query[3] + 2.0 * value[3] : query[3] + value[3];
        return backward
                ? new Elements(2 * scores * depth, inputs + 2 * out, inputs)
                : new Elements(2 * scores * depth, inputs, out);
    }
}
