package org.etude.link;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads the compact JSON text of an operator's arguments: nested lists of numbers and strings. A leaf is its text without
 * quotes; a list is a {@link List}. Deep nesting is cut, faulty text gives what was read so far.
 */
final class ArgText {
    private static final int MAX_DEPTH = 16;

    private final String text;
    private int at;

    private ArgText(String text) {
        this.text = text;
    }

    /** The list that the text holds; empty when it holds none. */
    static List<Object> list(String text) {
        ArgText reader = new ArgText(text);
        reader.skip();
        return reader.peek() == '[' ? reader.readList(0) : List.of();
    }

    private List<Object> readList(int depth) {
        List<Object> items = new ArrayList<>();
        at++;
        skip();
        while (at < text.length() && peek() != ']' && depth < MAX_DEPTH) {
            items.add(peek() == '[' ? readList(depth + 1) : readLeaf());
            skip();
            if (peek() == ',') {
                at++;
                skip();
            }
        }
        at++;
        return items;
    }

    private String readLeaf() {
        if (peek() == '"') {
            return readString();
        }
        int from = at;
        while (at < text.length() && ",]".indexOf(peek()) < 0) {
            at++;
        }
        return text.substring(from, at).trim();
    }

    private String readString() {
        StringBuilder out = new StringBuilder();
        at++;
        while (at < text.length() && peek() != '"') {
            if (peek() == '\\' && at + 1 < text.length()) {
                at++;
            }
            out.append(peek());
            at++;
        }
        at++;
        return out.toString();
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private void skip() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
