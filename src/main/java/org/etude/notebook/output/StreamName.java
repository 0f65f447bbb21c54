// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.output;

/** The streams a cell prints to, by their names in a notebook file. */
public enum StreamName {
    STDOUT("stdout"),
    STDERR("stderr");

    private final String text;

    StreamName(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
