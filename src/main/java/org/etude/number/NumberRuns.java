// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

/** Formats ranks and other integers compactly, joining consecutive ones: {@code 0-3, 5}. */
public final class NumberRuns {
    private NumberRuns() {}

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
