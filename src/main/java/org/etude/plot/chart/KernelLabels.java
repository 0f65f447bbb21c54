// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

/** Shortens names of kernels to fit a box: removes return type, namespaces, template arguments and parameters. */
final class KernelLabels {
    private static final int LONGEST = 60;

    private KernelLabels() {}

    static String brief(String name) {
        String text = name.startsWith("void ") ? name.substring(5) : name;
        int end = text.length();
        for (char stop : new char[] {'<', '('}) {
            int at = text.indexOf(stop);
            end = at > 0 ? Math.min(end, at) : end;
        }
        int start = end == text.length() ? 0 : text.lastIndexOf("::", end) + 2;
        String brief = text.substring(start < 2 ? 0 : start, end).strip();
        brief = brief.isEmpty() ? text : brief;
        if (brief.length() <= LONGEST) {
            return brief;
        }
        int cut = Character.isHighSurrogate(brief.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return brief.substring(0, cut) + "\u2026";
    }
}
