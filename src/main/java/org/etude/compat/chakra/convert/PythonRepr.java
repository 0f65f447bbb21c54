// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.convert;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.etude.compat.chakra.view.PythonNumbers;

/**
 * Formats a JSON value as Python prints it after reading it ({@code str(json.load(...))}). Also records the bytes of
 * each tensor in a list of values, where a tensor is {@code [tensor_id, storage_id, offset, elements, element_bytes,
 * device]}.
 */
final class PythonRepr {
    private static final int ELEMENTS = 3;
    private static final int ELEMENT_BYTES = 4;

    private final StringBuilder out = new StringBuilder();
    private final LongArrayList tensorBytes = new LongArrayList();
    private final List<String> elements = new ArrayList<>();

    /** The text of the value at the parser's position; the parser is left on its last token. */
    String read(JsonParser json) throws IOException {
        out.setLength(0);
        tensorBytes.clear();
        elements.clear();
        value(json, 0);
        return out.toString();
    }

    /** The bytes of the {@code i}-th element of the last list: of the tensor it is, or of all tensors it contains. */
    long tensorBytes(int i) {
        return tensorBytes.getLong(i);
    }

    /** The number of elements of the last list. */
    int elements() {
        return elements.size();
    }

    /** The {@code i}-th element of the last list, as Python text. */
    String element(int i) {
        return elements.get(i);
    }

    /** Returns the bytes of the tensors in the value. */
    private long value(JsonParser json, int depth) throws IOException {
        JsonToken token = json.currentToken();
        switch (token) {
            case START_ARRAY -> {
                return array(json, depth);
            }
            case START_OBJECT -> object(json, depth);
            case VALUE_STRING -> quote(json.getText());
            case VALUE_NUMBER_INT -> out.append(json.getText().equals("-0") ? "0" : json.getText());
            case VALUE_NUMBER_FLOAT -> out.append(PythonNumbers.repr(json.getDoubleValue()));
            case VALUE_TRUE -> out.append("True");
            case VALUE_FALSE -> out.append("False");
            default -> out.append("None");
        }
        return 0;
    }

    private long array(JsonParser json, int depth) throws IOException {
        out.append('[');
        long inner = 0;
        long count = 0;
        long elementBytes = 0;
        int i = 0;
        for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken(), i++) {
            if (i > 0) {
                out.append(", ");
            }
            if (i == ELEMENTS && token == JsonToken.VALUE_NUMBER_INT) {
                count = whole(json);
            }
            if (i == ELEMENT_BYTES && token == JsonToken.VALUE_NUMBER_INT) {
                elementBytes = whole(json);
            }
            int from = out.length();
            long bytes = value(json, depth + 1);
            inner += bytes;
            if (depth == 0) {
                tensorBytes.add(bytes);
                elements.add(out.substring(from));
            }
        }
        out.append(']');
        return i > ELEMENT_BYTES && inner == 0 ? count * elementBytes : inner;
    }

    /** A whole number; one beyond 64 bits, such as a seed in a list of numbers, is no part of a tensor. */
    private static long whole(JsonParser json) throws IOException {
        return json.getNumberType() == JsonParser.NumberType.BIG_INTEGER ? 0 : json.getLongValue();
    }

    private void object(JsonParser json, int depth) throws IOException {
        out.append('{');
        boolean first = true;
        while (json.nextToken() != JsonToken.END_OBJECT) {
            if (!first) {
                out.append(", ");
            }
            first = false;
            quote(json.currentName());
            out.append(": ");
            json.nextToken();
            value(json, depth + 1);
        }
        out.append('}');
    }

    /** Uses single quotes, unless the text contains some and no double quotes; escapes unprintable characters. */
    private void quote(String text) {
        char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
        out.append(quote);
        text.codePoints().forEach(c -> {
            if (c == quote || c == '\\') {
                out.append('\\').appendCodePoint(c);
            } else if (c == '\n') {
                out.append("\\n");
            } else if (c == '\r') {
                out.append("\\r");
            } else if (c == '\t') {
                out.append("\\t");
            } else if (c < 0x20 || c == 0x7f || c > 0x7f && !printable(c)) {
                escape(c);
            } else {
                out.appendCodePoint(c);
            }
        });
        out.append(quote);
    }

    private void escape(int c) {
        String hex = Integer.toHexString(c);
        int width = c <= 0xff ? 2 : c <= 0xffff ? 4 : 8;
        out.append(c <= 0xff ? "\\x" : c <= 0xffff ? "\\u" : "\\U");
        out.append("0".repeat(width - hex.length())).append(hex);
    }

    private static boolean printable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SPACE_SEPARATOR -> false;
            default -> true;
        };
    }
}
