// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

class StepWorkTest {
    private record Piece(int step, long from, long to) {}

    private static StepWork of(int steps, List<Piece> pieces) {
        StepWork work = new StepWork(steps);
        pieces.forEach(piece -> work.add(piece.step, piece.from, piece.to));
        return work;
    }

    /** A copy for the next step at 10, layers of the step at 20 to 80 and of the next at 80 to 140: 80, not 10. */
    @Test
    void aCopyAheadDoesNotEndAStep() {
        StepWork work =
                of(2, List.of(new Piece(0, 0, 5), new Piece(0, 20, 80), new Piece(1, 10, 12), new Piece(1, 80, 140)));
        assertThat(work.overlaps(1)).isTrue();
        assertThat(work.boundary(1)).isEqualTo(80);
    }

    @Test
    void stepsWithoutOverlapAreNotSeparated() {
        StepWork work = of(2, List.of(new Piece(0, 0, 5), new Piece(1, 7, 9)));
        assertThat(work.overlaps(0)).isFalse();
        assertThat(work.overlaps(1)).isFalse();
    }

    /** Work that was launched before the first step and still runs when that launches its first copy. */
    @Test
    void workBeforeTheFirstStepIsNotPartOfIt() {
        StepWork work = of(1, List.of(new Piece(-1, 0, 50), new Piece(0, 3, 4), new Piece(0, 60, 90)));
        assertThat(work.overlaps(0)).isTrue();
        assertThat(work.boundary(0)).isEqualTo(60);
    }

    private static long misplaced(List<Piece> pieces, int step, long at) {
        return pieces.stream()
                .mapToLong(piece -> piece.step < step
                        ? Math.max(0, piece.to - Math.max(at, piece.from))
                        : Math.max(0, Math.min(at, piece.to) - piece.from))
                .sum();
    }

    /** The latest time of least GPU time on the wrong side, among all times at which work begins or ends. */
    @Property(tries = 2000)
    void boundariesAreThoseOfTrialAndError(@ForAll long seed) {
        Random random = new Random(seed);
        int steps = 1 + random.nextInt(4);
        List<Piece> pieces = new ArrayList<>();
        TreeSet<Long> times = new TreeSet<>();
        for (int k = 0; k < 1 + random.nextInt(12); k++) {
            long from = random.nextInt(30);
            Piece piece = new Piece(random.nextInt(steps + 1) - 1, from, from + 1 + random.nextInt(15));
            pieces.add(piece);
            times.add(piece.from);
            times.add(piece.to);
        }
        StepWork work = of(steps, pieces);
        long before = Long.MIN_VALUE;
        for (int step = 0; step < steps; step++) {
            if (!work.overlaps(step)) {
                continue;
            }
            Statistics.collect("overlap");
            int at = step;
            long least = times.stream()
                    .mapToLong(time -> misplaced(pieces, at, time))
                    .min()
                    .orElseThrow();
            long latest = times.descendingSet().stream()
                    .filter(time -> misplaced(pieces, at, time) == least)
                    .findFirst()
                    .orElseThrow();
            assertThat(work.boundary(step)).as("%s, step %d", pieces, step).isEqualTo(latest);
            assertThat(latest).isGreaterThanOrEqualTo(before);
            before = latest;
        }
    }
}
