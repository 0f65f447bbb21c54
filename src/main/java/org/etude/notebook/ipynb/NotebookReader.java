// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.ipynb;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.etude.config.JsonFault;

/** Parses a file's bytes into the model. */
final class NotebookReader {
    /** The supported major version of the format. */
    static final int FORMAT = 4;

    /** Images and figures are strings of many megabytes. */
    private static final int LONGEST_STRING = 1 << 30;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(LONGEST_STRING)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS) // preserves numbers digit by digit
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final String NO_NOTEBOOK = "Give a notebook that Jupyter or Etude wrote (.ipynb, format 4).";

    private final String name;
    private final Set<String> ids = new HashSet<>();

    NotebookReader(String name) {
        this.name = name;
    }

    Notebook read(byte[] json) {
        Map<String, Object> tree = object(parse(json), "the file");
        int format = number(tree, "nbformat");
        if (format != FORMAT) {
            throw new NotebookException(
                    name + ": a notebook of format " + format + "; Etude reads format " + FORMAT,
                    "Open it in Jupyter and save it, or: jupyter nbconvert --to notebook --inplace " + name);
        }
        int minor = Math.max(Notebook.MINOR, number(tree, "nbformat_minor"));
        if (!(tree.remove("cells") instanceof List<?> trees)) {
            throw bad("the file", "has no list \"cells\"");
        }
        Map<String, Object> metadata = optionalObject(tree, "metadata", "the file");
        tree.keySet().removeAll(List.of("nbformat", "nbformat_minor"));
        List<Cell> cells = new ArrayList<>();
        for (Object each : trees) {
            String where = "cell " + (cells.size() + 1);
            cells.add(cell(object(each, where), where, cells.size()));
        }
        return new Notebook(minor, cells, metadata, tree);
    }

    private Object parse(byte[] json) {
        try {
            return MAPPER.readValue(json, Object.class);
        } catch (JsonProcessingException e) {
            String line = JsonFault.line(" at ", e);
            String place =
                    line.isEmpty() ? "" : line + ", column " + e.getLocation().getColumnNr();
            throw new NotebookException(
                    name + ": is not JSON" + place + ": " + JsonFault.reason(e).split(": expected")[0],
                    "A merge conflict or an incomplete copy causes this; restore the file.",
                    e);
        } catch (IOException e) {
            throw new NotebookException(name + ": " + e.getMessage(), NO_NOTEBOOK, e);
        }
    }

    private Cell cell(Map<String, Object> tree, String where, int index) {
        Cell.Type type = type(tree.remove("cell_type"), where);
        if (!(NotebookLines.joined(tree.remove("source")) instanceof String source)) {
            throw bad(where, "has no text \"source\"");
        }
        String id = id(tree.remove("id"), source, index);
        Map<String, Object> metadata = optionalObject(tree, "metadata", where);
        if (type != Cell.Type.CODE) {
            return new Cell(id, type, source, null, List.of(), metadata, tree);
        }
        Integer count = tree.remove("execution_count") instanceof Integer number ? number : null;
        List<Output> outputs = new ArrayList<>();
        if (tree.remove("outputs") instanceof List<?> list) {
            for (Object output : list) {
                outputs.add(output(object(output, where + ", output " + (outputs.size() + 1))));
            }
        }
        return new Cell(id, type, source, count, outputs, metadata, tree);
    }

    private Cell.Type type(Object text, String where) {
        for (Cell.Type type : Cell.Type.values()) {
            if (type.text().equals(text)) {
                return type;
            }
        }
        throw bad(where, "has cell_type " + text + ", not code, markdown or raw");
    }

    /**
     * The id in the file; for a cell without one, or with a duplicate, one that is the same each time the file is read.
     */
    private String id(Object stated, String source, int index) {
        String id = stated instanceof String text && !text.isBlank()
                ? text
                : String.format(Locale.ROOT, "%08x", (index + "\n" + source).hashCode());
        String unique = id;
        for (int i = 2; !ids.add(unique); i++) {
            unique = id + "-" + i;
        }
        return unique;
    }

    private static Output output(Map<String, Object> tree) {
        if (tree.containsKey("text")) {
            tree.put("text", NotebookLines.joined(tree.get("text")));
        }
        if (tree.get("data") instanceof Map<?, ?> data) {
            tree.put("data", NotebookLines.joinedData(data));
        }
        return new Output(tree);
    }

    private Map<String, Object> object(Object value, String where) {
        if (!(value instanceof Map<?, ?> map)) {
            throw bad(where, "is not a JSON object");
        }
        Map<String, Object> object = new LinkedHashMap<>();
        map.forEach((key, each) -> object.put(String.valueOf(key), each));
        return object;
    }

    private Map<String, Object> optionalObject(Map<String, Object> tree, String field, String where) {
        Object value = tree.remove(field);
        return value == null ? Map.of() : object(value, where + ": " + field);
    }

    private int number(Map<String, Object> tree, String field) {
        if (tree.get(field) instanceof Integer number) {
            return number;
        }
        throw bad("the file", "has no number \"" + field + "\"");
    }

    private NotebookException bad(String where, String what) {
        return new NotebookException(name + ": not a notebook: " + where + " " + what, NO_NOTEBOOK);
    }
}
