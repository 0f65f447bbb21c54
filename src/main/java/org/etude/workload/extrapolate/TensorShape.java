// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.ArrayList;
import java.util.List;
import org.etude.trace.json.Literal;
import org.etude.trace.model.DType;
import org.etude.trace.model.NodeIo;

/**
 * A tensor among an operator's inputs or outputs.
 *
 * @param argument which argument it is (part of), from 0
 * @param sizes its sizes; never empty
 * @param elementBytes bytes of an element
 */
record TensorShape(int argument, List<Long> sizes, int elementBytes) {
    /** Bytes of an element of unnamed type: PyTorch's default type. */
    private static final int UNNAMED = DType.FLOAT32.bytes();

    TensorShape {
        sizes = List.copyOf(sizes);
    }

    long elements() {
        return sizes.stream().reduce(1L, (a, b) -> a * b);
    }

    long bytes() {
        return elements() * elementBytes;
    }

    /** The tensors of a node's inputs or outputs, including lists of tensors, without scalars. */
    static List<TensorShape> of(NodeIo io) {
        List<TensorShape> found = new ArrayList<>();
        List<Object> types = Literal.list(io.types());
        List<Object> shapes = Literal.list(io.shapes());
        for (int argument = 0; argument < shapes.size(); argument++) {
            String name = argument < types.size() ? types.get(argument).toString() : "";
            if (shapes.get(argument) instanceof List<?> shape && (name.isEmpty() || name.contains("Tensor"))) {
                collect(shape, argument, DType.ofTensor(name).map(DType::bytes).orElse(UNNAMED), found);
            }
        }
        return found;
    }

    private static void collect(List<?> shape, int argument, int bytes, List<TensorShape> found) {
        if (!shape.isEmpty() && shape.stream().allMatch(Long.class::isInstance)) {
            found.add(new TensorShape(
                    argument, shape.stream().map(Long.class::cast).toList(), bytes));
            return;
        }
        for (Object member : shape) {
            if (member instanceof List<?> inner) {
                collect(inner, argument, bytes, found);
            }
        }
    }
}
