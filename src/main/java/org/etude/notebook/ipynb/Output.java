// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.ipynb;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One output of a code cell, as the file has it but with texts of several lines joined.
 *
 * @param fields all fields, {@code output_type} among them; values are JSON as maps, lists, strings, numbers and booleans
 */
public record Output(Map<String, Object> fields) {
    private static final String TYPE = "output_type";
    private static final String DATA = "data";
    private static final String METADATA = "metadata";

    /** Keeps the fields from changing. */
    public Output {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** Text that was printed; the name is {@code stdout} or {@code stderr}. */
    public static Output stream(String name, String text) {
        return new Output(Map.of(TYPE, "stream", "name", name, "text", text));
    }

    /** Something that was displayed: MIME type to content. */
    public static Output display(Map<String, Object> data, Map<String, Object> metadata) {
        return new Output(Map.of(TYPE, "display_data", DATA, data, METADATA, metadata));
    }

    /** The value of the cell: MIME type to content. */
    public static Output result(int executionCount, Map<String, Object> data, Map<String, Object> metadata) {
        return new Output(
                Map.of(TYPE, "execute_result", "execution_count", executionCount, DATA, data, METADATA, metadata));
    }

    /** What ended the cell: class, message, and lines for people, in the colours of terminals. */
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

    /** MIME type to content; empty for streams and errors. */
    public Map<String, Object> data() {
        Map<String, Object> data = new LinkedHashMap<>();
        if (fields.get(DATA) instanceof Map<?, ?> map) {
            map.forEach((mime, content) -> data.put(String.valueOf(mime), content));
        }
        return data;
    }

    /** The lines for people of an error; empty for the others. */
    public List<String> traceback() {
        return fields.get("traceback") instanceof List<?> lines
                ? lines.stream().map(String::valueOf).toList()
                : List.of();
    }
}
