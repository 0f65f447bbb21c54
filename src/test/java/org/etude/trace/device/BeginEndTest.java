// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.Tally;
import org.junit.jupiter.api.Test;

/** Begins and ends of ranges are paired like brackets, by thread and, where ends have one, by name. */
class BeginEndTest {
    private final EventColumns columns = new EventColumns();
    private final BeginEnd marks = new BeginEnd();
    private final Tally unpaired = new Tally();

    private void begin(int lane, int name, long start) {
        marks.begin(columns.size());
        columns.kind.add((byte) EventKind.CPU_OP.ordinal());
        columns.name.add(name);
        columns.start.add(start);
        columns.duration.add(-1);
        columns.lane.add(lane);
        columns.correlation.add(-1);
        columns.external.add(-1);
        columns.recordFunction.add(0);
        columns.sequence.add(-1);
        columns.forwardThread.add(-1);
    }

    private void paired(long... durations) {
        marks.pair(columns, unpaired);
        assertThat(columns.duration.toLongArray()).containsExactly(durations);
    }

    @Test
    void theInnermostOpenRangeEnds() {
        begin(0, 1, 0);
        begin(0, 2, 10);
        marks.end(0, 25, -1);
        marks.end(0, 40, -1);
        paired(40, 15);
        assertThat(unpaired.count()).isZero();
    }

    @Test
    void aNamedEndEndsTheInnermostOfItsName() {
        begin(0, 1, 0);
        begin(0, 2, 10);
        marks.end(0, 25, 1);
        marks.end(0, 40, 2);
        paired(25, 30);
    }

    @Test
    void threadsAreApart() {
        begin(0, 1, 0);
        begin(1, 1, 5);
        marks.end(0, 20, -1);
        marks.end(1, 35, -1);
        paired(20, 30);
    }

    @Test
    void whatHasNoPartnerIsDroppedAndCounted() {
        marks.end(0, 5, -1);
        begin(0, 1, 10);
        marks.end(0, 20, 9);
        begin(0, 2, 30);
        marks.end(0, 36, 2);
        paired(6);
        assertThat(columns.name.toIntArray()).containsExactly(2);
        assertThat(unpaired.count()).isEqualTo(3);
    }

    /** An end written before its begin counts by its time. */
    @Test
    void timeCountsNotTheOrderOfTheFile() {
        marks.end(0, 30, -1);
        begin(0, 1, 10);
        paired(20);
    }

    @Test
    void nothingToPairLeavesEventsAlone() {
        begin(0, 1, 10);
        new BeginEnd().pair(columns, unpaired);
        assertThat(columns.size()).isEqualTo(1);
    }

    /** Brackets of one thread: each begin that is kept ends as a stack says. */
    @Property
    void nestedRangesEndAsAStackSays(@ForAll @Size(max = 40) List<@IntRange(min = 0, max = 1) Integer> steps) {
        BeginEndTest test = new BeginEndTest();
        ArrayDeque<Long> open = new ArrayDeque<>();
        TreeMap<Long, Long> expected = new TreeMap<>();
        int spare = 0;
        for (int at = 0; at < steps.size(); at++) {
            if (steps.get(at) == 0) {
                test.begin(0, 1, at);
                open.push((long) at);
            } else {
                test.marks.end(0, at, -1);
                if (open.isEmpty()) {
                    spare++;
                } else {
                    long start = open.pop();
                    expected.put(start, at - start);
                }
            }
        }
        test.paired(expected.values().stream().mapToLong(Long::longValue).toArray());
        assertThat(test.unpaired.count()).isEqualTo(spare + open.size());
    }
}
