// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tech.tablesaw.plotly.components.Figure;
import tech.tablesaw.plotly.traces.Trace;

/**
 * Parses the JavaScript that Tablesaw's figures produce back into a tree: unquoted keys, single-quoted texts, trailing
 * commas, NaN. Titles become objects because Plotly 3 and later ignore titles that are strings.
 */
final class JsplotFigure {
    private static final JsonMapper LENIENT = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .enable(JsonReadFeature.ALLOW_MISSING_VALUES)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private JsplotFigure() {}

    /** Plotly's tree of data and layout; empty when the JavaScript is not an object. */
    static Optional<Map<String, Object>> tree(Figure figure) {
        try {
            List<Object> data = new ArrayList<>();
            int number = 0;
            for (Trace trace : figure.getTraces()) {
                data.add(plain(parse(trace.asJavascript(number++))));
            }
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("data", data);
            tree.put("layout", figure.getLayout() == null ? Map.of() : plain(parse(layout(figure))));
            return Optional.of(tree);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static String layout(Figure figure) {
        return figure.getLayout().asJavascript();
    }

    private static JsonNode parse(String script) throws JsonProcessingException {
        int from = script.indexOf('{');
        int to = script.lastIndexOf('}');
        JsonNode node = LENIENT.readTree(from < 0 || to < from ? "{}" : escaped(script.substring(from, to + 1)));
        texts(node);
        return node;
    }

    /**
     * The script with backslashes and control characters of its single-quoted texts escaped: Tablesaw puts titles and names
     * there as they are, except for quotes.
     */
    private static String escaped(String script) {
        StringBuilder json = new StringBuilder(script.length());
        char quote = 0;
        for (int i = 0; i < script.length(); i++) {
            char c = script.charAt(i);
            if (c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
            } else if (quote == '"' && c == '\\') {
                json.append(c);
                c = script.charAt(++i);
            } else if (quote == '\'' && (c == '\\' || c < ' ')) {
                json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                continue;
            }
            json.append(c);
        }
        return json.toString();
    }

    /** Makes titles objects, and decodes the quotes that Tablesaw writes as entities, of which Plotly does not know all. */
    private static void texts(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.properties().forEach(field -> {
                if (field.getValue().isTextual()) {
                    String text =
                            field.getValue().textValue().replace("&quot;", "\"").replace("&#39;", "'");
                    field.setValue(
                            field.getKey().equals("title")
                                    ? object.objectNode().put("text", text)
                                    : object.textNode(text));
                }
            });
        }
        node.forEach(JsplotFigure::texts);
    }

    /** Maps, lists, texts and numbers; numbers that JSON cannot express become null. */
    private static Object plain(JsonNode node) {
        if (node.isObject()) {
            Map<String, Object> map = new LinkedHashMap<>();
            node.properties().forEach(e -> map.put(e.getKey(), plain(e.getValue())));
            return map;
        }
        if (node.isArray()) {
            List<Object> list = new ArrayList<>();
            node.forEach(e -> list.add(plain(e)));
            return list;
        }
        if (node.isNumber()) {
            return Double.isFinite(node.doubleValue()) ? node.numberValue() : null;
        }
        return node.isBoolean() ? (Object) node.booleanValue() : node.isNull() ? null : node.asText();
    }
}
