// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Generalises the prefix of a log line to a pattern, because times and counters in it differ from line to line. */
final class LogPrefix {
    /** The varying parts, with the blanks that align them. */
    private static final Pattern CHANGING = Pattern.compile(" *\\d+"
            + "|\\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\b"
            + "|\\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\\b");
    /** Numbers only, with which rows start too. */
    private static final Pattern NUMBERS = Pattern.compile("[ \\d]*");
    /** Seconds, or milliseconds to nanoseconds, since 1970; unlike row numbers these are not right-aligned. */
    private static final Pattern EPOCH = Pattern.compile("(\\d{10}|\\d{13}|\\d{16}|\\d{19})( +)");

    private LogPrefix() {}

    /** The pattern of a prefix. O(its length). */
    static String regex(String prefix) {
        Matcher epoch = EPOCH.matcher(prefix);
        if (epoch.matches()) {
            return "\\d{" + epoch.group(1).length() + "}" + epoch.group(2);
        }
        if (NUMBERS.matcher(prefix).matches()) {
            return Pattern.quote(prefix);
        }
        StringBuilder regex = new StringBuilder();
        Matcher changing = CHANGING.matcher(prefix);
        int end = 0;
        while (changing.find()) {
            regex.append(Pattern.quote(prefix.substring(end, changing.start())));
            regex.append(regex(changing.group(), prefix.substring(0, changing.start())));
            end = changing.end();
        }
        return regex.append(Pattern.quote(prefix.substring(end))).toString();
    }

    /**
     * A pattern for any number or name in this position. Alignment blanks may be absent, except the separating one.
     */
    private static String regex(String changing, String before) {
        if (changing.charAt(0) != ' ') {
            return Character.isDigit(changing.charAt(0)) ? "\\d+" : "[A-Z][a-z]{2}";
        }
        boolean separates = !before.isEmpty() && Character.isLetterOrDigit(before.charAt(before.length() - 1));
        return separates ? " +\\d+" : " *\\d+";
    }
}
