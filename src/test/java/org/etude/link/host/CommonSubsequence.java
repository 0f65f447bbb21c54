// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

/** The longest common subsequence by the textbook's dynamic programming, in quadratic time and space. */
final class CommonSubsequence {
    private CommonSubsequence() {}

    static int length(int[] left, int[] right) {
        int[][] table = new int[left.length + 1][right.length + 1];
        for (int i = 1; i <= left.length; i++) {
            for (int j = 1; j <= right.length; j++) {
                table[i][j] = left[i - 1] == right[j - 1]
                        ? table[i - 1][j - 1] + 1
                        : Math.max(table[i - 1][j], table[i][j - 1]);
            }
        }
        return table[left.length][right.length];
    }
}
