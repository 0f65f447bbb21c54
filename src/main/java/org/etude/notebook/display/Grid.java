// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import java.util.List;

/** A value with rows and columns for display. */
interface Grid {
    /**
     * A column header.
     *
     * @param name its name
     * @param type the type of its values; empty when irrelevant
     * @param unit its unit; may be empty
     * @param number whether it contains numbers
     */
    record Head(String name, String type, String unit, boolean number) {}

    /** Its name; may be empty. */
    String name();

    /** The columns. */
    List<Head> heads();

    /** The number of rows. */
    int rows();

    /** A cell as text; "" when empty. */
    String cell(int row, int column);
}
