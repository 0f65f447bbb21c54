// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtIo;
import org.etude.trace.json.Literal;
import org.etude.trace.model.DType;

/**
 * Computes the sizes of the tensors in the texts of a node's inputs or outputs. A tensor value is {@code [tensor,
 * storage, offset, elements, bytes per element, device]}; without values, shapes and types are used.
 */
public final class TensorText {
    private TensorText() {}

    /** Bytes of each tensor in text order; empty when there are none or the text is unreadable. */
    public static List<Long> sizes(EtIo io) {
        List<Long> sizes = new ArrayList<>();
        if (io != null) {
            fromValues(Literal.parse(io.values()), sizes);
            if (sizes.isEmpty()) {
                fromShapes(Literal.parse(io.shapes()), Literal.parse(io.types()), sizes);
            }
        }
        return sizes;
    }

    private static void fromValues(Object value, List<Long> sizes) {
        if (!(value instanceof List<?> list)) {
            return;
        }
        if (list.size() == 6
                && list.get(3) instanceof Long elements
                && list.get(4) instanceof Long bytes
                && list.get(5) instanceof String
                && elements >= 0
                && bytes > 0
                && product(elements, bytes) >= 0) {
            sizes.add(elements * bytes);
            return;
        }
        for (Object item : list) {
            fromValues(item, sizes);
        }
    }

    private static void fromShapes(Object shapes, Object types, List<Long> sizes) {
        if (!(shapes instanceof List<?> shapeList)
                || !(types instanceof List<?> typeList)
                || shapeList.size() != typeList.size()) {
            return;
        }
        for (int i = 0; i < shapeList.size(); i++) {
            String type = String.valueOf(typeList.get(i));
            if (type.startsWith("Tensor(") && type.endsWith(")")) {
                long bytes = DType.bytesOf(type.substring(7, type.length() - 1));
                long elements = elements(shapeList.get(i));
                if (bytes > 0 && elements >= 0 && product(elements, bytes) >= 0) {
                    sizes.add(elements * bytes);
                }
            } else if (type.startsWith("GenericList[Tensor(") && shapeList.get(i) instanceof List<?> inner) {
                String[] parts = type.substring("GenericList[".length(), type.length() - 1)
                        .split(",");
                fromShapes(inner, List.of(parts), sizes);
            }
        }
    }

    private static long elements(Object shape) {
        if (!(shape instanceof List<?> dims)) {
            return -1;
        }
        long product = 1;
        for (Object dim : dims) {
            if (!(dim instanceof Long length) || length < 0 || product < 0) {
                return -1;
            }
            product = product(product, length);
        }
        return product;
    }

    /** The product of two numbers that are not negative, -1 when it does not fit. */
    private static long product(long a, long b) {
        return b > 0 && a > Long.MAX_VALUE / b ? -1 : a * b;
    }
}
