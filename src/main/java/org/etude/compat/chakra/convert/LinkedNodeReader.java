// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.convert;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtIo;

/** Reads one node after the other; the parser is positioned at the node's opening brace. */
final class LinkedNodeReader {
    private final PythonRepr python = new PythonRepr();
    /** Interns shapes and types, which repeat often. */
    private final Map<String, String> seen = new HashMap<>();

    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private List<Long> syncDeps = List.of();
    private EtIo inputs;
    private EtIo outputs;
    private long tensorBytes;
    private double exclusive;
    private double start;
    private boolean gpu;

    LinkedNode read(JsonParser json) throws IOException {
        texts.clear();
        numbers.clear();
        syncDeps = List.of();
        inputs = null;
        outputs = null;
        tensorBytes = 0;
        exclusive = 0;
        start = Double.NaN;
        gpu = false;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            field(json, json.currentName());
        }
        return new LinkedNode(
                number("id", 0),
                texts.getOrDefault("name", ""),
                number("ctrl_deps", -1),
                gpu,
                exclusive,
                start,
                number("stream", 0),
                number("inter_thread_dep", 0),
                syncDeps,
                inputs,
                outputs,
                tensorBytes,
                attributes());
    }

    private LinkedAttributes attributes() {
        return new LinkedAttributes(
                number("rf_id", 0),
                number("fw_parent", 0),
                number("seq_id", -1),
                number("scope", 0),
                number("tid", 0),
                number("fw_tid", 0),
                texts.getOrDefault("op_schema", ""),
                texts.getOrDefault("pg_name", ""),
                texts.getOrDefault("collective_name", ""));
    }

    private long number(String key, long otherwise) {
        return numbers.getOrDefault(key, otherwise);
    }

    private void field(JsonParser json, String key) throws IOException {
        JsonToken token = json.nextToken();
        switch (key) {
            case "inputs" -> inputs = io(json, true);
            case "outputs" -> outputs = io(json, false);
            case "attrs" -> attributes(json);
            case "sync_dep" -> syncDeps = ids(json);
            case "exclusive_dur" -> exclusive = json.getValueAsDouble();
            case "ts" -> start = json.getValueAsDouble(Double.NaN);
            case "cat" -> gpu = token != JsonToken.VALUE_NULL;
            default -> scalar(json, key);
        }
    }

    private void scalar(JsonParser json, String key) throws IOException {
        switch (json.currentToken()) {
            case VALUE_NUMBER_INT -> numbers.put(key, json.getBigIntegerValue().longValue());
            case VALUE_STRING -> texts.put(key, shared(json.getText()));
            default -> json.skipChildren();
        }
    }

    /** Attributes override fields of the same name, as in the original. */
    private void attributes(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.START_OBJECT) {
            String name = "";
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String key = json.currentName();
                json.nextToken();
                if (key.equals("name")) {
                    name = json.getText();
                } else if (key.equals("value")) {
                    scalar(json, name);
                } else {
                    json.skipChildren();
                }
            }
        }
    }

    private static List<Long> ids(JsonParser json) throws IOException {
        List<Long> ids = new ArrayList<>();
        if (json.currentToken() == JsonToken.START_ARRAY) {
            while (json.nextToken() != JsonToken.END_ARRAY) {
                ids.add(json.getValueAsLong());
            }
        }
        return ids;
    }

    private EtIo io(JsonParser json, boolean countTensors) throws IOException {
        String values = "[]";
        String shapes = "[]";
        String types = "[]";
        List<Long> bytes = new ArrayList<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            json.nextToken();
            switch (key) {
                case "values" -> {
                    values = shared(python.read(json));
                    for (int i = 0; countTensors && i < python.elements(); i++) {
                        bytes.add(python.tensorBytes(i));
                    }
                }
                case "shapes" -> shapes = shared(python.read(json));
                case "types" -> types = shared(types(json, bytes));
                default -> json.skipChildren();
            }
        }
        return new EtIo(values, shapes, types);
    }

    /** Only values with a tensor type count: not every list of six numbers is a tensor. */
    private String types(JsonParser json, List<Long> bytes) throws IOException {
        String text = python.read(json);
        for (int i = 0; i < Math.min(bytes.size(), python.elements()); i++) {
            if (python.element(i).contains("Tensor")) {
                tensorBytes += bytes.get(i);
            }
        }
        return text;
    }

    private String shared(String text) {
        if (text.length() > 256) {
            return text;
        }
        String known = seen.putIfAbsent(text, text);
        return known == null ? text : known;
    }
}
