// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.ipynb;

import java.util.LinkedHashMap;
import java.util.Map;

/** Converts a notebook to the JSON tree of its file. */
final class NotebookTree {
    private NotebookTree() {}

    static Map<String, Object> of(Notebook notebook) {
        Map<String, Object> tree = new LinkedHashMap<>(notebook.others());
        tree.put("cells", notebook.cells().stream().map(NotebookTree::cell).toList());
        tree.put("metadata", notebook.metadata());
        tree.put("nbformat", NotebookReader.FORMAT);
        tree.put("nbformat_minor", notebook.minor());
        return tree;
    }

    private static Map<String, Object> cell(Cell cell) {
        Map<String, Object> tree = new LinkedHashMap<>(cell.others());
        tree.put("cell_type", cell.type().text());
        tree.put("id", cell.id());
        tree.put("metadata", cell.metadata());
        tree.put("source", NotebookLines.split(cell.source()));
        if (cell.type() == Cell.Type.CODE) {
            tree.put("execution_count", cell.executionCount());
            tree.put(
                    "outputs", cell.outputs().stream().map(NotebookTree::output).toList());
        }
        return tree;
    }

    private static Map<String, Object> output(Output output) {
        Map<String, Object> tree = new LinkedHashMap<>(output.fields());
        if (tree.get("text") instanceof String text) {
            tree.put("text", NotebookLines.split(text));
        }
        if (tree.containsKey("data")) {
            tree.put("data", NotebookLines.splitData(output.data()));
        }
        return tree;
    }
}
