// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.ipynb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One cell of a notebook.
 *
 * @param id identifies the cell in its notebook, and stays when cells are moved
 * @param type code, prose, or raw
 * @param source its text, lines ended by \n
 * @param executionCount the number in {@code In [n]}; null when it was not run, and for prose
 * @param outputs its outputs; empty for prose
 * @param metadata tags and settings of user interfaces
 * @param others fields of the file that this model does not name
 */
public record Cell(
        String id,
        Type type,
        String source,
        Integer executionCount,
        List<Output> outputs,
        Map<String, Object> metadata,
        Map<String, Object> others) {

    /** The kind of a cell. */
    public enum Type {
        /** Java, to be run. */
        CODE("code"),
        /** Prose in Markdown. */
        MARKDOWN("markdown"),
        /** Neither; left unchanged. */
        RAW("raw");

        private final String text;

        Type(String text) {
            this.text = text;
        }

        /** The name in the file. */
        public String text() {
            return text;
        }
    }

    /** Copies mutable arguments. */
    public Cell {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(source, "source");
        outputs = List.copyOf(outputs);
    }

    /** A code cell that was not run. */
    public static Cell code(String id, String source) {
        return new Cell(id, Type.CODE, source, null, List.of(), Map.of(), Map.of());
    }

    /** A cell of prose. */
    public static Cell markdown(String id, String source) {
        return new Cell(id, Type.MARKDOWN, source, null, List.of(), Map.of(), Map.of());
    }

    /** Whether it contains code to run. */
    public boolean runs() {
        return type == Type.CODE && !source.isBlank();
    }

    /** The tags of the cell. */
    public List<String> tags() {
        List<String> tags = new ArrayList<>();
        if (metadata.get("tags") instanceof List<?> list) {
            list.forEach(tag -> tags.add(String.valueOf(tag)));
        }
        return tags;
    }

    /** Whether the cell has this tag. */
    public boolean tagged(String tag) {
        return tags().contains(tag);
    }

    /** This cell with these tags and otherwise unchanged metadata. */
    public Cell withTags(List<String> tags) {
        Map<String, Object> changed = new LinkedHashMap<>(metadata);
        changed.put("tags", List.copyOf(tags));
        return new Cell(id, type, source, executionCount, outputs, changed, others);
    }

    /** This cell with the results of a run. */
    public Cell ran(Integer count, List<Output> shown) {
        return new Cell(id, type, source, count, shown, metadata, others);
    }

    /** This cell as if it had never been run. */
    public Cell stripped() {
        return ran(null, List.of());
    }
}
