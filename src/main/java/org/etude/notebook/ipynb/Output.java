// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.ipynb;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One output of a code cell, as in the file but with multi-line texts joined.
 *
 * @param fields all fields, including {@code output_type}; values are JSON as maps, lists, strings, numbers and
 *     booleans
 */
public record Output(Map<String, Object> fields) {
    private static final String TYPE = "output_type";
    private static final String DATA = "data";
    private static final String METADATA = "metadata";

    /** Makes the fields immutable. */
    public Output {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** Printed text; the name is {@code stdout} or {@code stderr}. */
    public static Output stream(String name, String text) {
        return new Output(Map.of(TYPE, "stream", "name", name, "text", text));
    }

    /** A displayed value: contents by MIME type. */
    public static Output display(Map<String, Object> data, Map<String, Object> metadata) {
        return new Output(Map.of(TYPE, "display_data", DATA, data, METADATA, metadata));
    }

    /** The value of the cell: contents by MIME type. */
    public static Output result(int executionCount, Map<String, Object> data, Map<String, Object> metadata) {
        return new Output(
                Map.of(TYPE, "execute_result", "execution_count", executionCount, DATA, data, METADATA, metadata));
    }

    /** The error that ended the cell: class, message, and lines for display with terminal colours. */
    public static Output error(String name, String message, List<String> traceback) {
        return new Output(Map.of(TYPE, "error", "ename", name, "evalue", message, "traceback", traceback));
    }

    /** {@code stream}, {@code display_data}, {@code execute_result} or {@code error}. */
    public String type() {
        return text(TYPE);
    }

    /** A field's text; empty when there is none. */
    public String text(String field) {
        return fields.get(field) instanceof String text ? text : "";
    }

    /** Contents by MIME type; empty for streams and errors. */
    public Map<String, Object> data() {
        Map<String, Object> data = new LinkedHashMap<>();
        if (fields.get(DATA) instanceof Map<?, ?> map) {
            map.forEach((mime, content) -> data.put(String.valueOf(mime), content));
        }
        return data;
    }

    /** The display lines of an error; empty for other outputs. */
    public List<String> traceback() {
        return fields.get("traceback") instanceof List<?> lines
                ? lines.stream().map(String::valueOf).toList()
                : List.of();
    }
}
