// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.output;

import java.io.IOException;

/** The output and input of a cell. Called from any thread, one call at a time. */
public interface CellOutput {
    /** Discards everything. */
    CellOutput NONE = new CellOutput() {
        @Override
        public void stream(StreamName name, String text) {
            // discarded
        }

        @Override
        public void display(MimeBundle data, String displayId, boolean update) {
            // discarded
        }

        @Override
        public void clear(boolean wait) {
            // nothing to clear
        }
    };

    /**
     * Receives printed text, in pieces of up to some kilobytes that never split a character.
     *
     * @param name the stream
     * @param text the text
     */
    void stream(StreamName name, String text);

    /**
     * Shows a value, or replaces what was shown under the same id.
     *
     * @param data the value by MIME type
     * @param displayId identifies the display for updates; null if it is never updated
     * @param update whether to replace the earlier output of that id instead of adding one
     */
    void display(MimeBundle data, String displayId, boolean update);

    /**
     * Removes the output of the cell.
     *
     * @param wait whether to wait until the next output arrives
     */
    void clear(boolean wait);

    /**
     * Asks the user for a line.
     *
     * @param prompt shown before the field
     * @param hidden whether the input is hidden, as for a password
     * @throws IOException when nobody can answer
     */
    default String input(String prompt, boolean hidden) throws IOException {
        throw new IOException("this notebook runs without a user who could type: set the value in the cell");
    }
}
