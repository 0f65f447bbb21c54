// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

import java.util.ArrayList;
import java.util.List;

/** Formats ranks and other integers compactly, joining consecutive ones: {@code 0-3, 5}. */
public final class NumberRuns {
    /** From this length on, numbers at equal distances are shortened. */
    private static final int SERIES = 4;

    private NumberRuns() {}

    /**
     * Increasing numbers for a reader, "" for none; those at equal distances are shortened as well: {@code 0-3, 5} and
     * {@code 1, 3, ..., 127}.
     */
    public static String series(int[] numbers) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        while (from < numbers.length) {
            int to = last(numbers, from);
            int distance = to > from ? numbers[from + 1] - numbers[from] : 1;
            if (distance != 1 && to - from + 1 < SERIES) {
                to = from;
            }
            if (to == from) {
                parts.add(Integer.toString(numbers[from]));
            } else if (distance == 1) {
                parts.add(numbers[from] + "-" + numbers[to]);
            } else {
                parts.add(numbers[from] + ", " + numbers[from + 1] + ", ..., " + numbers[to]);
            }
            from = to + 1;
        }
        return String.join(", ", parts);
    }

    /** The last number whose distances from {@code from} on are equal. */
    private static int last(int[] numbers, int from) {
        int to = Math.min(from + 1, numbers.length - 1);
        while (to + 1 < numbers.length && numbers[to + 1] - numbers[to] == numbers[from + 1] - numbers[from]) {
            to++;
        }
        return to;
    }

    /**
     * The numbers in their order, "" for none.
     *
     * @param between separator of runs, such as ", "
     */
    public static String text(int[] numbers, String between) {
        StringBuilder text = new StringBuilder();
        int from = 0;
        for (int i = 1; i <= numbers.length; i++) {
            if (i == numbers.length || numbers[i] != numbers[i - 1] + 1) {
                text.append(from == 0 ? "" : between).append(numbers[from]);
                text.append(from < i - 1 ? "-" + numbers[i - 1] : "");
                from = i;
            }
        }
        return text.toString();
    }
}
