// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.util.List;

/**
 * The completions at a cursor.
 *
 * @param start start of the text they replace, in chars
 * @param end end of that text
 * @param items the best first
 */
public record Completions(int start, int end, List<Item> items) {
    /** Copies the list. */
    public Completions {
        items = List.copyOf(items);
    }

    /**
     * One completion.
     *
     * @param text replaces the partial word
     * @param type its kind: function, class, instance, property, keyword, module, magic
     * @param signature parameters and type, for display; may be empty
     */
    public record Item(String text, String type, String signature) {}

    /** No completions at a cursor. */
    public static Completions none(int cursor) {
        return new Completions(cursor, cursor, List.of());
    }
}
