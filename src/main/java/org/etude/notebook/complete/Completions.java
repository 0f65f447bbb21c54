// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.util.List;

/**
 * What could stand at the cursor.
 *
 * @param start of the text they replace, in chars
 * @param end of it
 * @param items best first
 */
public record Completions(int start, int end, List<Item> items) {
    /** Copies the list. */
    public Completions {
        items = List.copyOf(items);
    }

    /**
     * One completion.
     *
     * @param text replaces the begun word
     * @param type what it is: function, class, instance, property, keyword, module, magic
     * @param signature parameters and type, for people; may be empty
     */
    public record Item(String text, String type, String signature) {}

    /** Nothing at a cursor. */
    public static Completions none(int cursor) {
        return new Completions(cursor, cursor, List.of());
    }
}
