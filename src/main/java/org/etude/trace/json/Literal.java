// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses the texts of an operator's arguments: nested lists, dictionaries, numbers and words in Python or JSON syntax.
 * Lists become a {@link List}, dictionaries a {@link Map}, whole numbers a {@link Long}, everything else a {@link
 * String}.
 */
public final class Literal {
    private static final int MAX_DEPTH = 64;

    private final String text;
    private final boolean lenient;
    private int at;

    private Literal(String text, boolean lenient) {
        this.text = text;
        this.lenient = lenient;
    }

    /** Parses the whole text; null when brackets do not match or something follows. */
    public static Object parse(String text) {
        Literal literal = new Literal(text, false);
        Object value = literal.value(0);
        literal.skipSpace();
        return literal.at == text.length() ? value : null;
    }

    /** The list at the start of the text, as far as it can be read; empty when there is none. */
    public static List<Object> list(String text) {
        Literal literal = new Literal(text, true);
        literal.skipSpace();
        boolean begins = literal.at < text.length() && text.charAt(literal.at) == '[';
        return begins && literal.value(0) instanceof List<?> list ? new ArrayList<>(list) : List.of();
    }

    private Object value(int depth) {
        skipSpace();
        if (at == text.length() || depth > MAX_DEPTH) {
            return null;
        }
        char c = text.charAt(at);
        if (c == '[' || c == '(') {
            return list(depth, c == '[' ? ']' : ')');
        }
        if (c == '{') {
            return fields(depth);
        }
        return c == '"' || c == '\'' ? quoted(c) : word();
    }

    private List<Object> list(int depth, char end) {
        List<Object> items = new ArrayList<>();
        at++;
        while (true) {
            skipSpace();
            if (at == text.length()) {
                return lenient ? items : null;
            }
            if (text.charAt(at) == end) {
                at++;
                return items;
            }
            if (text.charAt(at) == ',') {
                at++;
                continue;
            }
            int before = at;
            Object item = value(depth + 1);
            if (item == null || at == before) {
                return lenient ? items : null;
            }
            items.add(item);
        }
    }

    /** A dictionary as a Map; its keys and values are written like the items of a list. */
    private Map<String, Object> fields(int depth) {
        Map<String, Object> fields = new LinkedHashMap<>();
        at++;
        while (true) {
            skipSpace();
            if (at < text.length() && text.charAt(at) == ',') {
                at++;
                continue;
            }
            if (at < text.length() && text.charAt(at) == '}') {
                at++;
                return fields;
            }
            Object key = at < text.length() ? value(depth + 1) : null;
            skipSpace();
            if (key == null || at == text.length() || text.charAt(at++) != ':') {
                return null;
            }
            Object item = value(depth + 1);
            if (item == null) {
                return null;
            }
            fields.put(key.toString(), item);
        }
    }

    private String quoted(char quote) {
        StringBuilder content = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == quote) {
                at++;
                return content.toString();
            }
            if (c == '\\' && at + 1 < text.length()) {
                at++;
                c = text.charAt(at);
            }
            content.append(c);
        }
        return lenient ? content.toString() : null;
    }

    private Object word() {
        int from = at;
        while (at < text.length() && ",])}".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(from, at).trim();
        try {
            return Long.valueOf(word);
        } catch (NumberFormatException notWhole) {
            return word;
        }
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
