// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Rows that are dropped take nothing of their neighbours with them. */
class EventColumnsTest {
    private static EventColumns of(int rows) {
        EventColumns columns = new EventColumns();
        for (int i = 0; i < rows; i++) {
            columns.kind.add((byte) i);
            columns.name.add(100 + i);
            columns.start.add(200 + i);
            columns.duration.add(300 + i);
            columns.lane.add(400 + i);
            columns.correlation.add(500 + i);
            columns.external.add(600 + i);
            columns.recordFunction.add(700 + i);
            columns.sequence.add(800 + i);
            columns.forwardThread.add(900 + i);
            if (i % 2 == 1) {
                columns.bytes.put(i, 1000 + i);
            }
        }
        return columns;
    }

    @Property
    void everyColumnKeepsItsRows(@ForAll @Size(max = 20) List<Boolean> keep) {
        EventColumns columns = of(keep.size());
        boolean[] mask = new boolean[keep.size()];
        List<Integer> left = new ArrayList<>();
        for (int i = 0; i < mask.length; i++) {
            mask[i] = keep.get(i);
            if (mask[i]) {
                left.add(i);
            }
        }
        columns.keepOnly(mask);
        assertThat(columns.size()).isEqualTo(left.size());
        for (int row = 0; row < left.size(); row++) {
            int i = left.get(row);
            assertThat(new long[] {
                        columns.kind.getByte(row),
                        columns.name.getInt(row),
                        columns.start.getLong(row),
                        columns.duration.getLong(row),
                        columns.lane.getInt(row),
                        columns.correlation.getLong(row),
                        columns.external.getLong(row),
                        columns.recordFunction.getLong(row),
                        columns.sequence.getLong(row),
                        columns.forwardThread.getLong(row)
                    })
                    .containsExactly(
                            i, 100 + i, 200 + i, 300 + i, 400 + i, 500 + i, 600 + i, 700 + i, 800 + i, 900 + i);
            if (i % 2 == 1) {
                assertThat(columns.bytes.get(row)).isEqualTo(1000 + i);
            }
        }
    }

    @Test
    void aFlagLeavesTheKindReadable() {
        EventColumns columns = of(3);
        columns.flag(2);
        assertThat(columns.kind.getByte(2)).isEqualTo((byte) (EventColumns.FLAGGED | 2));
        assertThat(columns.kind.getByte(1)).isEqualTo((byte) 1);
    }
}
