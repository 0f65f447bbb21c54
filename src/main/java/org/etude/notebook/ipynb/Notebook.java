// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.ipynb;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A notebook of format 4.
 *
 * @param minor the minor version of the format, 5 or newer
 * @param cells in order
 * @param metadata kernel, language and settings of user interfaces
 * @param others fields of the file that this model does not name
 */
public record Notebook(int minor, List<Cell> cells, Map<String, Object> metadata, Map<String, Object> others) {
    /** The first minor version in which cells have ids; older notebooks are written as this one. */
    public static final int MINOR = 5;

    /** Copies mutable arguments. */
    public Notebook {
        cells = List.copyOf(cells);
    }

    /** A notebook with only these cells. */
    public static Notebook of(Cell... cells) {
        return new Notebook(MINOR, List.of(cells), Map.of(), Map.of());
    }

    /** This notebook with other cells. */
    public Notebook withCells(List<Cell> changed) {
        return new Notebook(minor, changed, metadata, others);
    }

    /** This notebook as if it had never been run. */
    public Notebook stripped() {
        return mapped(cell -> cell.type() == Cell.Type.CODE ? cell.stripped() : cell);
    }

    /** The language of the cells according to the metadata, in lower case; empty when not stated. */
    public Optional<String> language() {
        return field("language_info", "name").or(() -> field("kernelspec", "language"));
    }

    /** The first heading of its prose; empty when it has none. */
    public Optional<String> title() {
        return cells.stream()
                .filter(cell -> cell.type() == Cell.Type.MARKDOWN)
                .flatMap(cell -> cell.source().lines())
                .filter(line -> line.startsWith("# "))
                .map(line -> line.substring(2).strip())
                .findFirst();
    }

    private Optional<String> field(String group, String name) {
        return metadata.get(group) instanceof Map<?, ?> map && map.get(name) instanceof String text
                ? Optional.of(text.toLowerCase(Locale.ROOT))
                : Optional.empty();
    }

    private Notebook mapped(UnaryOperator<Cell> change) {
        return withCells(cells.stream().map(change).toList());
    }
}
