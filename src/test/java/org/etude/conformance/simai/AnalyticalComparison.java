// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.simai;

import java.util.List;

/** Compares two files of the analytical model cell by cell: whole microseconds within 1 or 1e-5, bandwidths within 1e-3. */
final class AnalyticalComparison {
    private static final int SUMS = 1;
    private static final int FIRST_ROW = 3;
    private static final int FIRST_TIME = 2;
    private static final int FIRST_RATE = 8;
    private static final double MICROS = 1;
    private static final double RELATIVE = 1e-5;
    private static final double RATE = 1e-3;
    private static final double NONSENSE = 9e15;

    private AnalyticalComparison() {}

    /**
     * Records what differs.
     *
     * @param doubtful whether the model said that the original computes nonsense; then what is nonsense is left out
     */
    static void compare(CaseTexts texts, String recorded, String found, boolean doubtful) {
        List<String> wanted = recorded.lines().toList();
        List<String> is = found.lines().toList();
        if (recorded.isBlank()) {
            texts.equal("no result", true, doubtful);
            return;
        }
        texts.equal("number of lines", wanted.size(), is.size());
        if (doubtful) {
            texts.equal("recorded nonsense", true, wanted.stream().anyMatch(AnalyticalComparison::isNonsense));
        } else {
            sums(texts, wanted.get(SUMS), is.get(SUMS));
        }
        for (int line = FIRST_ROW; line < Math.min(wanted.size(), is.size()); line++) {
            row(texts, line, wanted.get(line).split(",", -1), is.get(line).split(",", -1), doubtful);
        }
    }

    private static boolean isNonsense(String line) {
        for (String cell : line.split(",")) {
            if (cell.matches("-?[0-9]+") && Math.abs(Double.parseDouble(cell)) > NONSENSE) {
                return true;
            }
        }
        return false;
    }

    private static void sums(CaseTexts texts, String wanted, String is) {
        String[] left = wanted.split(", ");
        String[] right = is.split(", ");
        for (int i = 1; i < left.length; i++) {
            String one = left[i].split(" ")[0];
            String other = i < right.length ? right[i].split(" ")[0] : "";
            if (!near(one, other, MICROS, RELATIVE)) {
                texts.equal("sum " + i, left[i], other);
            }
        }
    }

    private static void row(CaseTexts texts, int line, String[] wanted, String[] is, boolean doubtful) {
        String where = "line " + (line + 1) + " (" + is[0] + ")";
        texts.equal(where + " name", wanted[0], is[0]);
        for (int i = FIRST_TIME; i < wanted.length; i++) {
            boolean rate = i >= FIRST_RATE && (i - FIRST_RATE) % 3 != 0;
            boolean same = rate
                    ? wanted[i].equals(is[i]) || near(wanted[i], is[i], 0.011, RATE)
                    : near(wanted[i], is[i], MICROS, RELATIVE);
            if (!same && !(doubtful && nonsensePass(wanted, i))) {
                texts.equal(where + " cell " + (i + 1), wanted[i], is[i]);
                return;
            }
        }
    }

    /** Whether the pass that a cell belongs to took a time that is nonsense. */
    private static boolean nonsensePass(String[] wanted, int cell) {
        int pass = cell >= FIRST_RATE ? (cell - FIRST_RATE) / 3 : (cell - FIRST_TIME) % 3;
        String time = wanted[FIRST_RATE + 3 * pass];
        return time.length() > 15 || time.equals("0");
    }

    private static boolean near(String wanted, String is, double absolute, double relative) {
        try {
            double a = Double.parseDouble(wanted);
            double b = Double.parseDouble(is);
            return Math.abs(a - b) <= Math.max(absolute, relative * Math.abs(a));
        } catch (NumberFormatException e) {
            return wanted.equals(is);
        }
    }
}
