// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.output;

import java.io.IOException;

/** Where a cell's output goes, and where its input comes from. Called from any thread, one call at a time. */
public interface CellOutput {
    /** Swallows everything. */
    CellOutput NONE = new CellOutput() {
        @Override
        public void stream(StreamName name, String text) {
            // nobody looks
        }

        @Override
        public void display(MimeBundle data, String displayId, boolean update) {
            // nobody looks
        }

        @Override
        public void clear(boolean wait) {
            // nothing is shown
        }
    };

    /**
     * Takes printed text, in pieces of up to some kilobytes that never split a character.
     *
     * @param name the stream
     * @param text the text
     */
    void stream(StreamName name, String text);

    /**
     * Shows a value, or replaces what was shown under the same id.
     *
     * @param data the value by MIME type
     * @param displayId names the place, so that it can be updated; null when nobody will
     * @param update replaces the earlier output of that id instead of adding one
     */
    void display(MimeBundle data, String displayId, boolean update);

    /**
     * Removes the output of the cell.
     *
     * @param wait only when the next output comes
     */
    void clear(boolean wait);

    /**
     * Asks the user for a line.
     *
     * @param prompt shown before the field
     * @param hidden a password: what is typed does not show
     * @throws IOException where nobody can answer
     */
    default String input(String prompt, boolean hidden) throws IOException {
        throw new IOException("this notebook runs where nobody can type: give the value in the cell");
    }
}
