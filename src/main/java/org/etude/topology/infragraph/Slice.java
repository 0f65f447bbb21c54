// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A name with indices in Python's slice notation: {@code xpu}, {@code xpu[3]}, {@code xpu[0:8:2]}.
 *
 * @param name the name
 * @param first the index or the start; null if not given
 * @param stop the end (exclusive); null if not given
 * @param step the step; null if not given
 * @param range whether there is a colon
 */
record Slice(String name, Integer first, Integer stop, Integer step, boolean range) {
    private static final String NUMBER = "\\s*(-?[0-9]{1,9})?\\s*";
    private static final Pattern SHAPE =
            Pattern.compile("([^\\[\\].]+?)(?:\\[" + NUMBER + "(:" + NUMBER + "(?::" + NUMBER + ")?)?\\])?");

    /** Parses a slice; null when the text has another form. */
    static Slice parse(String text) {
        Matcher m = SHAPE.matcher(text.strip());
        if (!m.matches()) {
            return null;
        }
        boolean range = m.group(3) != null;
        boolean bare = !text.contains("[");
        if (!bare && !range && m.group(2) == null) {
            return null;
        }
        return new Slice(m.group(1).strip(), number(m.group(2)), number(m.group(4)), number(m.group(5)), range || bare);
    }

    private static Integer number(String text) {
        return text == null ? null : Integer.valueOf(text);
    }

    /** The selected indices below {@code count}; null when there are none or one is out of range. */
    int[] indices(int count) {
        if (!range) {
            return first < 0 || first >= count ? null : new int[] {first};
        }
        int by = step == null ? 1 : step;
        if (by == 0) {
            return null;
        }
        int from = first != null ? first : by > 0 ? 0 : count - 1;
        int to = stop != null ? stop : by > 0 ? count : -1;
        long length = by > 0 ? ((long) to - from + by - 1) / by : ((long) from - to - by - 1) / -by;
        if (length < 1
                || from < 0
                || from >= count
                || from + (length - 1) * by < 0
                || from + (length - 1) * by >= count) {
            return null;
        }
        int[] indices = new int[(int) length];
        Arrays.setAll(indices, i -> from + i * by);
        return indices;
    }
}
