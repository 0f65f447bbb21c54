// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.etude.trace.model.DType;

/** Reads fields of a record with their defined types. */
final class FlightValues {
    private final Map<?, ?> values;
    private final String where;

    FlightValues(Object value, String where) {
        this.where = where;
        if (!(value instanceof Map<?, ?> map)) {
            throw bad("", "a dict", value);
        }
        values = map;
    }

    FlightException bad(String field, String expected, Object found) {
        String shown = String.valueOf(found);
        if (found instanceof List<?> || found instanceof Map<?, ?>) {
            shown = found instanceof List<?> ? "a list" : "a dict";
        }
        return new FlightException(
                where + (field.isEmpty() ? "" : ": " + field) + ": expected " + expected + ", found "
                        + (shown.length() > 80 ? shown.substring(0, 80) + "..." : shown),
                "Give an unmodified dump of PyTorch's flight recorder.");
    }

    Object value(String field) {
        return values.get(field);
    }

    /** The names of its fields. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        values.keySet().forEach(name -> names.add(String.valueOf(name)));
        return names;
    }

    /** An integer that may be written as a text; -1 if missing. */
    long counter(String field) {
        Object value = values.get(field);
        if (!(value instanceof String text)) {
            return whole(field, -1);
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw bad(field, "a whole number", text);
        }
    }

    boolean has(String field) {
        return values.get(field) != null;
    }

    /** An integer, or another value when it is missing. */
    long whole(String field, long otherwise) {
        Object value = values.get(field);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof Long || value instanceof Integer) {
            return ((Number) value).longValue();
        }
        throw bad(field, "a whole number", value);
    }

    /** A mandatory integer, under its present or former name. */
    long required(String field, String before) {
        if (!has(field) && !has(before)) {
            throw bad(field, "a whole number", null);
        }
        return whole(has(field) ? field : before, 0);
    }

    /** A mandatory text. */
    String requiredText(String field) {
        if (!has(field)) {
            throw bad(field, "a text", null);
        }
        return text(field, "");
    }

    String text(String field, String otherwise) {
        Object value = values.get(field);
        if (value == null || value instanceof String) {
            return value == null ? otherwise : (String) value;
        }
        throw bad(field, "a text", value);
    }

    boolean flag(String field) {
        Object value = values.get(field);
        if (value == null || value instanceof Boolean) {
            return Boolean.TRUE.equals(value);
        }
        throw bad(field, "True or False", value);
    }

    List<?> list(String field) {
        Object value = values.get(field);
        if (value == null || value instanceof List<?>) {
            return value == null ? List.of() : (List<?>) value;
        }
        throw bad(field, "a list", value);
    }

    /** Texts of a list or tuple. */
    List<String> texts(String field) {
        List<String> texts = new ArrayList<>();
        for (Object value : list(field)) {
            if (!(value instanceof String text)) {
                throw bad(field, "a text", value);
            }
            texts.add(text);
        }
        return texts;
    }

    /** Bytes of tensors from their sizes and element types, or -1 when an element type is unknown. */
    long bytes(String sizes, String types) {
        List<?> tensors = list(sizes);
        List<String> names = texts(types);
        long sum = 0;
        for (int i = 0; i < tensors.size(); i++) {
            int element = i < names.size() ? DType.bytesOf(names.get(i)) : -1;
            if (element < 0) {
                return -1;
            }
            sum = added(sizes, sum, tensors.get(i), element);
        }
        return sum;
    }

    private long added(String field, long sum, Object tensor, int element) {
        if (!(tensor instanceof List<?> dimensions)) {
            throw bad(field, "a list of sizes", tensor);
        }
        try {
            long bytes = element;
            for (Object dimension : dimensions) {
                if (!(dimension instanceof Long || dimension instanceof Integer)
                        || ((Number) dimension).longValue() < 0) {
                    throw bad(field, "a size", dimension);
                }
                bytes = Math.multiplyExact(bytes, ((Number) dimension).longValue());
            }
            return Math.addExact(sum, bytes);
        } catch (ArithmeticException e) {
            throw bad(field, "less than 2^63 bytes", "more");
        }
    }
}
