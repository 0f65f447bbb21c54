// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.link;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** The JSON text of one node, and the positions of the values that change when it is written again. */
final class NodeText {
    static final int ID = 0;
    static final int NAME = 2;
    static final int PARENT = 4;
    static final int END = 6;
    static final int FLAT = 7;
    static final int SPANS = 8;

    private final byte[] text;
    private final int[] span;

    private NodeText(byte[] text, int[] span) {
        this.text = text;
        this.span = span;
    }

    /** The index of a field's span, or -1 for fields that do not change. */
    static int place(String key) {
        return switch (key) {
            case "id" -> ID;
            case "name" -> NAME;
            case "ctrl_deps", "parent" -> PARENT;
            default -> -1;
        };
    }

    /** A node's text; the flat layout is converted to the nested one. */
    static NodeText of(byte[] text, int[] span) throws IOException {
        if (span[FLAT] == 0) {
            return new NodeText(text, span);
        }
        ObjectNode nested = HostLayout.current(HostNodes.mapper().readTree(text));
        byte[] laid = HostNodes.mapper().writeValueAsBytes(nested);
        return new NodeText(laid, find(laid));
    }

    private static int[] find(byte[] text) throws IOException {
        int[] span = new int[SPANS];
        try (JsonParser json = HostNodes.mapper().getFactory().createParser(text)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                int at = place(json.currentName());
                json.nextToken();
                if (at >= 0) {
                    span[at] = (int) json.currentTokenLocation().getByteOffset();
                    json.finishToken();
                    span[at + 1] = (int) json.currentLocation().getByteOffset();
                }
                json.skipChildren();
            }
        }
        span[END] = text.length;
        return span;
    }

    /**
     * Writes the node with other values.
     *
     * @param name its name as JSON text, or null to keep it
     * @param more text after its last field, starting with a comma
     */
    void write(OutputStream out, long id, byte[] name, long parent, CharSequence more) throws IOException {
        int at = 0;
        for (int next = next(at); next >= 0; next = next(at)) {
            out.write(text, at, span[next] - at);
            if (next == NAME && name != null) {
                out.write(name);
            } else if (next == NAME) {
                out.write(text, span[NAME], span[NAME + 1] - span[NAME]);
            } else {
                out.write(Long.toString(next == ID ? id : parent).getBytes(StandardCharsets.US_ASCII));
            }
            at = span[next + 1];
        }
        int end = text.length - 1;
        while (end > at && (text[end - 1] <= ' ' || text[end - 1] == ',')) {
            end--;
        }
        out.write(text, at, end - at);
        out.write(more.toString().getBytes(StandardCharsets.UTF_8));
        out.write('}');
    }

    /** The first changing value at or after a position, or -1. */
    private int next(int from) {
        int best = -1;
        for (int at : new int[] {ID, NAME, PARENT}) {
            boolean ahead = span[at + 1] > 0 && span[at] >= from;
            if (ahead && (best < 0 || span[at] < span[best])) {
                best = at;
            }
        }
        return best;
    }
}
