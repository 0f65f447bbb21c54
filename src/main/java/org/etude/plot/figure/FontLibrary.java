// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import org.etude.plot.model.PlotException;

/**
 * Checks for the library that measures and embeds text of figures; a project that uses Etude as a library may lack it.
 */
final class FontLibrary {
    private static final String CLASS = "org.apache.fontbox.ttf.TTFParser";

    private FontLibrary() {}

    /**
     * Makes sure that figures can be laid out.
     *
     * @throws PlotException when the library is not on the class path
     */
    static void require() {
        try {
            Class.forName(CLASS, false, FontLibrary.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new PlotException(
                    "figures need Apache PDFBox, which is not on the class path",
                    "Add org.apache.pdfbox:pdfbox to the dependencies of the project.");
        }
    }
}
