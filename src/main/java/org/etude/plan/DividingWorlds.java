// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.etude.report.Progress;

/** Finds the numbers of GPUs nearest to one that no split divides. */
final class DividingWorlds {
    /** The most numbers that are tried on each side. */
    private static final int TRIED = 256;

    private DividingWorlds() {}

    /** The largest smaller one and the smallest larger one, at most twice as large; in this order, each if there is one. */
    static List<Integer> near(int world, IntPredicate divides) {
        List<Integer> found = new ArrayList<>();
        search(world, -1, Math.min(TRIED, world - 1), divides, found);
        search(world, 1, Math.min(TRIED, Math.min(world, Integer.MAX_VALUE - world)), divides, found);
        return found;
    }

    private static void search(int world, int step, int most, IntPredicate divides, List<Integer> found) {
        for (int i = 1; i <= most; i++) {
            Progress.checkInterrupted();
            if (divides.test(world + step * i)) {
                found.add(world + step * i);
                return;
            }
        }
    }
}
