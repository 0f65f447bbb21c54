// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import java.util.List;

/** Something with rows and columns that can be shown. */
interface Grid {
    /**
     * A column's head.
     *
     * @param name its name
     * @param type how its values are held; empty when of no interest
     * @param unit its unit; may be empty
     * @param number whether it holds numbers
     */
    record Head(String name, String type, String unit, boolean number) {}

    /** What it is called; may be empty. */
    String name();

    /** The columns. */
    List<Head> heads();

    /** The number of rows. */
    int rows();

    /** A cell as text; "" when nothing is there. */
    String cell(int row, int column);
}
