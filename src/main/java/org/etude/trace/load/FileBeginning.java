// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.etude.trace.file.TraceSource;

/**
 * The first bytes of a file, unpacked.
 *
 * @param name the file's name without directories
 * @param text its bytes as Latin-1, without a byte-order mark or white space before them
 */
record FileBeginning(String name, String text) {
    /** Bytes looked at: a benchmark's log may begin with many lines of NCCL's own. */
    private static final int BYTES = 1 << 16;

    private static final String MARK = "\u00ef\u00bb\u00bf";

    /** Reads the beginning of a file; that of an unreadable one is empty. */
    static FileBeginning of(TraceSource source) {
        String text = "";
        try (InputStream in = source.openBeginning()) {
            text = new String(in.readNBytes(BYTES), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // Only a message depends on it; reading the file as a trace reports the fault.
        }
        return new FileBeginning(
                source.name(), (text.startsWith(MARK) ? text.substring(MARK.length()) : text).stripLeading());
    }

    /** The same without comments before the rest. */
    FileBeginning afterComments() {
        return new FileBeginning(name, LeadingComments.skip(text));
    }

    /** Whether it begins with a match of a regular expression, in which a dot is any character. */
    boolean begins(String regex) {
        return Pattern.compile(regex, Pattern.DOTALL).matcher(text).lookingAt();
    }

    /** Whether a match of a regular expression is anywhere in it. */
    boolean has(String regex) {
        return Pattern.compile(regex).matcher(text).find();
    }
}
