package org.etude.workload.extrapolate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.trace.NodeIo;

/**
 * A tensor among an operator's inputs or outputs.
 *
 * @param argument which argument it is (part of), from 0
 * @param sizes its sizes; never empty
 * @param elementBytes bytes of an element
 */
record TensorShape(int argument, List<Long> sizes, int elementBytes) {
    private static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final int EIGHT = 8;
    private static final int FOUR = 4;

    TensorShape {
        sizes = List.copyOf(sizes);
    }

    long elements() {
        return sizes.stream().reduce(1L, (a, b) -> a * b);
    }

    long bytes() {
        return elements() * elementBytes;
    }

    /** The tensors of a node's inputs or outputs, lists of tensors included, scalars left out. */
    static List<TensorShape> of(NodeIo io) {
        List<TensorShape> found = new ArrayList<>();
        List<String> types = new ArrayList<>();
        Matcher type = TEXT.matcher(io.types());
        while (type.find()) {
            types.add(type.group(1));
        }
        List<Object> shapes = new Lists(io.shapes()).read();
        for (int argument = 0; argument < shapes.size(); argument++) {
            String name = argument < types.size() ? types.get(argument) : "";
            if (shapes.get(argument) instanceof List<?> shape && (name.isEmpty() || name.contains("Tensor"))) {
                collect(shape, argument, elementBytes(name), found);
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

    private static int elementBytes(String type) {
        String name = type.toLowerCase(Locale.ROOT);
        if (name.contains("double") || name.contains("long") || name.contains("int64")) {
            return EIGHT;
        }
        if (name.contains("half") || name.contains("bfloat16") || name.contains("short")) {
            return 2;
        }
        boolean byteSized =
                name.contains("bool") || name.contains("char") || name.contains("byte") || name.contains("int8");
        return byteSized ? 1 : FOUR;
    }

    /** Reads nested lists of whole numbers; anything else in them is skipped. */
    private static final class Lists {
        private final String text;
        private int at;

        Lists(String text) {
            this.text = text;
        }

        List<Object> read() {
            at = text.indexOf('[') + 1;
            return at == 0 ? List.of() : list();
        }

        private List<Object> list() {
            List<Object> values = new ArrayList<>();
            while (at < text.length()) {
                char c = text.charAt(at);
                if (c == '[') {
                    at++;
                    values.add(list());
                } else if (c == ']') {
                    at++;
                    return values;
                } else if (c >= '0' && c <= '9') {
                    values.add(number());
                } else {
                    at++;
                }
            }
            return values;
        }

        private Long number() {
            long value = 0;
            while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                value = value * 10 + text.charAt(at++) - '0';
            }
            return value;
        }
    }
}
