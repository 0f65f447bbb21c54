// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import java.io.File;
import java.util.regex.Pattern;

/** Words of a command line, written so that a shell reads them unchanged: as in a command that a message recommends. */
@Internal
public final class ShellWord {
    /** Letters and digits of any language, and signs without a meaning to shells. */
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{M}\\p{N}_@%+=:,./-]+");

    /** Plain words of Windows, whose paths have backslashes. */
    private static final Pattern PLAIN_ON_WINDOWS = Pattern.compile("[\\p{L}\\p{M}\\p{N}_@+=:,./\\\\~-]+");

    /** What has a meaning within double quotes. */
    private static final Pattern ACTIVE = Pattern.compile("[\"$`\\\\!]");

    private ShellWord() {}

    /**
     * The word as it stands where possible, else in double quotes, which every shell knows, and in single quotes where a
     * POSIX shell would change it within double ones.
     */
    public static String of(String word) {
        return of(word, File.separatorChar == '\\');
    }

    static String of(String word, boolean windows) {
        if ((windows ? PLAIN_ON_WINDOWS : PLAIN).matcher(word).matches()) {
            return word;
        }
        return windows || !ACTIVE.matcher(word).find() ? '"' + word + '"' : "'" + word.replace("'", "'\\''") + "'";
    }
}
