// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lanes are numbered in the order met; a thread and a stream of the same numbers are two. */
class LaneTableTest {
    private final LaneTable lanes = new LaneTable();
    private final List<String> asked = new ArrayList<>();

    private String written(String text) {
        asked.add(text);
        return text;
    }

    @Test
    void aLaneIsFoundAgain() {
        assertThat(lanes.host(1, 7, () -> written("a"))).isZero();
        assertThat(lanes.gpu(1, 7, () -> written("b"))).isEqualTo(1);
        assertThat(lanes.host(7, 1, () -> written("c"))).isEqualTo(2);
        assertThat(lanes.host(1, 7, () -> written("d"))).isZero();
        assertThat(lanes.host(1, 7, () -> written("d"))).isZero();
        assertThat(lanes.size()).isEqualTo(3);
        assertThat(asked).as("of new ones only").containsExactly("a", "b", "c");
        assertThat(lanes.name(1)).isEqualTo("b");
    }

    @Test
    void onlyStreamsHaveADevice() {
        lanes.host(3, 4, () -> "host");
        lanes.gpu(3, 4, () -> "gpu");
        assertThat(lanes.device(0)).isEqualTo(LaneTable.NONE);
        assertThat(lanes.stream(0)).isEqualTo(LaneTable.NONE);
        assertThat(lanes.device(1)).isEqualTo(3);
        assertThat(lanes.stream(1)).isEqualTo(4);
    }

    /** More than the tables at first hold. */
    @Test
    void manyLanesKeepTheirNumbers() {
        for (int i = 0; i < 500; i++) {
            int number = i;
            assertThat(lanes.host(i % 7, i, () -> "thread " + number)).isEqualTo(i);
        }
        for (int i = 0; i < 500; i++) {
            assertThat(lanes.host(i % 7, i, () -> "never asked")).isEqualTo(i);
            assertThat(lanes.name(i)).isEqualTo("thread " + i);
        }
    }

    @Test
    void whatWasSavedIsTheSameAgain() {
        lanes.host(1, 2, () -> "a");
        lanes.gpu(0, 5, () -> "b");
        LaneTable restored = (LaneTable) lanes.saved().restored();
        assertThat(restored.size()).isEqualTo(2);
        assertThat(restored.gpu(0, 5, () -> "new")).isEqualTo(1);
        assertThat(restored.host(1, 2, () -> "new")).isZero();
        assertThat(restored.name(1)).isEqualTo("b");
    }
}
