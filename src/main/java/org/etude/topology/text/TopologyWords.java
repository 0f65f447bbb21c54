// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.text;

import java.nio.file.Path;
import java.util.StringTokenizer;
import java.util.function.Function;

/** Reads a topology file word by word; errors name the number of the word. */
public final class TopologyWords {
    private final Path file;
    private final StringTokenizer words;
    private final Function<String, ? extends RuntimeException> error;
    private int read;

    /**
     * Splits a text into words.
     *
     * @param file its file, for errors
     * @param error creates the exception of the calling package
     */
    public TopologyWords(Path file, String text, Function<String, ? extends RuntimeException> error) {
        this.file = file;
        this.words = new StringTokenizer(text);
        this.error = error;
    }

    /** The next word; {@code what} names it if the file ends first. */
    public String word(String what) {
        if (!words.hasMoreTokens()) {
            throw wrong("ends before the " + what);
        }
        read++;
        return words.nextToken();
    }

    /** The next word as a whole number. */
    public int whole(String what) {
        String word = word(what);
        try {
            return Integer.parseInt(word);
        } catch (NumberFormatException e) {
            throw wrong(what + " is '" + word + "', not a whole number");
        }
    }

    /** Whether there is another word. */
    public boolean hasMore() {
        return words.hasMoreTokens();
    }

    /** An error about the last word read. */
    public RuntimeException wrong(String what) {
        return error.apply(file + ", word " + read + ": " + what);
    }
}
