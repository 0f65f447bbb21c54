// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.Collection;

/** Formats ranks for messages. */
final class RankList {
    private static final int MOST = 16;

    private RankList() {}

    /** Formats ranks as {@code 0, 1, 4-7}; long lists are truncated and followed by the total. */
    static String of(Collection<Integer> ranks) {
        StringBuilder text = new StringBuilder();
        int parts = 0;
        int from = -1;
        int last = -1;
        for (int rank : ranks) {
            if (from >= 0 && rank == last + 1) {
                last = rank;
                continue;
            }
            parts += from < 0 ? 0 : append(text, from, last);
            from = rank;
            last = rank;
            if (parts == MOST) {
                return text + ", ... (" + ranks.size() + " ranks)";
            }
        }
        if (from >= 0) {
            append(text, from, last);
        }
        return text.toString();
    }

    private static int append(StringBuilder text, int from, int last) {
        text.append(text.isEmpty() ? "" : ", ").append(from);
        if (last > from) {
            text.append(last == from + 1 ? ", " : "-").append(last);
        }
        return 1;
    }
}
