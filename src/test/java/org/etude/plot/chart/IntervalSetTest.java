package org.etude.plot.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IntervalSetTest {
    /** Pairs of start and end. */
    private static IntervalSet set(double... ends) {
        IntervalSet set = new IntervalSet();
        for (int i = 0; i < ends.length; i += 2) {
            set.add(ends[i], ends[i + 1]);
        }
        return set;
    }

    private static double[] ends(IntervalSet set) {
        double[] ends = new double[2 * set.size()];
        for (int i = 0; i < set.size(); i++) {
            ends[2 * i] = set.from(i);
            ends[2 * i + 1] = set.to(i);
        }
        return ends;
    }

    @Test
    void emptyIntervalsAreLeftOut() {
        assertThat(ends(set(3, 3, 5, 4, 1, 2))).containsExactly(1, 2);
    }

    @Test
    void aUnionIsDisjointAndAscending() {
        assertThat(ends(set(10, 12, 0, 5, 4, 6, 1, 2, 6, 7).union())).containsExactly(0, 7, 10, 12);
        assertThat(ends(set(0, 10, 2, 3, 9, 11).union())).containsExactly(0, 11);
        assertThat(ends(set().union())).isEmpty();
    }

    @Test
    void whatTwoUnionsShare() {
        IntervalSet one = set(0, 5, 10, 20, 30, 40);
        IntervalSet other = set(4, 12, 13, 14, 19, 31, 40, 50);
        double[] shared = {4, 5, 10, 12, 13, 14, 19, 20, 30, 31};
        assertThat(ends(one.shared(other))).isEqualTo(shared);
        assertThat(ends(other.shared(one))).isEqualTo(shared);
        assertThat(ends(one.shared(set()))).isEmpty();
    }
}
