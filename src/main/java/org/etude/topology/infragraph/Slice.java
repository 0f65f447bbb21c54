// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A name with a choice of indices in Python's slice notation: {@code xpu}, {@code xpu[3]}, {@code xpu[0:8:2]}.
 *
 * @param name the name
 * @param first the index or the start; null when not given
 * @param stop where it stops; null when not given
 * @param step the step; null when not given
 * @param range whether there is a colon
 */
record Slice(String name, Integer first, Integer stop, Integer step, boolean range) {
    private static final String NUMBER = "\\s*(-?[0-9]{1,9})?\\s*";
    private static final Pattern SHAPE =
            Pattern.compile("([^\\[\\].]+?)(?:\\[" + NUMBER + "(:" + NUMBER + "(?::" + NUMBER + ")?)?\\])?");

    /** Reads one; null when it has another shape. */
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

    /** The indices out of {@code count} places; null when one of them is none of these, or there is none. */
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
