// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.step;

import java.util.List;
import org.etude.compat.simai.text.SimAiRow;
import org.etude.report.Progress;

/**
 * The repeating rows of a text. AICB writes the layers once per micro batch, between rows of the step.
 *
 * @param head rows before the first micro batch
 * @param body rows of one micro batch
 * @param tail rows after the last
 * @param micros number of micro batches
 */
record SimAiBody(List<SimAiRow> head, List<SimAiRow> body, List<SimAiRow> tail, int micros) {
    /**
     * Splits rows into head, micro batches and tail: the longest run that repeats this often. Rows that do not repeat
     * are one micro batch.
     */
    static SimAiBody of(List<SimAiRow> rows, int micros) {
        int bestFrom = 0;
        int best = 0;
        for (int from = 0; micros > 1 && from + micros * (best + 1) <= rows.size(); from++) {
            Progress.checkInterrupted();
            for (int length = (rows.size() - from) / micros; length > best; length--) {
                if (repeats(rows, from, length, micros)) {
                    bestFrom = from;
                    best = length;
                }
            }
        }
        if (best == 0) {
            return new SimAiBody(List.of(), rows, List.of(), 1);
        }
        int end = bestFrom + micros * best;
        return new SimAiBody(
                rows.subList(0, bestFrom),
                rows.subList(bestFrom, bestFrom + best),
                rows.subList(end, rows.size()),
                micros);
    }

    private static boolean repeats(List<SimAiRow> rows, int from, int length, int times) {
        for (int at = from; at < from + (times - 1) * length; at++) {
            if (!rows.get(at).equals(rows.get(at + length))) {
                return false;
            }
        }
        return true;
    }
}
