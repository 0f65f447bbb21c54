// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.view;

import java.io.IOException;
import java.io.Writer;

/** Formats JSON like Python's json module with an indent of two. */
final class JsonIndenter {
    private final Writer out;
    private int depth;
    private boolean empty;

    JsonIndenter(Writer out) {
        this.out = out;
    }

    JsonIndenter begin(char bracket) throws IOException {
        out.write(bracket);
        depth++;
        empty = true;
        return this;
    }

    void end(char bracket) throws IOException {
        depth--;
        if (!empty) {
            line();
        }
        out.write(bracket);
        empty = false;
    }

    JsonIndenter item() throws IOException {
        if (!empty) {
            out.write(',');
        }
        line();
        empty = false;
        return this;
    }

    JsonIndenter key(String key) throws IOException {
        item();
        out.write('"');
        out.write(key);
        out.write("\": ");
        return this;
    }

    void raw(String text) throws IOException {
        out.write(text);
        empty = false;
    }

    private void line() throws IOException {
        out.write('\n');
        for (int i = 0; i < depth; i++) {
            out.write("  ");
        }
    }
}
