// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Python's slices, with the same indices as {@code list(range(count))[...]} unless one of them is out of range. */
class SliceTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "xpu; 3; xpu; [0, 1, 2]",
                "xpu[:]; 3; xpu; [0, 1, 2]",
                "xpu[2]; 3; xpu; [2]",
                "xpu[0:8:2]; 8; xpu; [0, 2, 4, 6]",
                "xpu[1:]; 3; xpu; [1, 2]",
                "xpu[:2]; 3; xpu; [0, 1]",
                "xpu[::3]; 8; xpu; [0, 3, 6]",
                "xpu[::-1]; 3; xpu; [2, 1, 0]",
                "xpu[6:1:-2]; 8; xpu; [6, 4, 2]",
                "' a b [ 1 : 3 ] '; 3; a b; [1, 2]"
            })
    void indices(String text, int count, String name, String expected) {
        Slice slice = Slice.parse(text);
        assertThat(slice.name()).isEqualTo(name);
        assertThat(Arrays.toString(slice.indices(count))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "xpu[3], 3",
        "xpu[-1], 3",
        "xpu[0:4], 3",
        "xpu[2:2], 3",
        "xpu[2:1], 3",
        "xpu[::0], 3",
        "xpu[1:-5:-1], 3",
        "xpu, 0"
    })
    void whatIsOutsideOrEmptyIsRefused(String text, int count) {
        assertThat(Slice.parse(text).indices(count)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[1]",
                "xpu[]",
                "xpu[1",
                "xpu]",
                "xpu[a]",
                "xpu[1:2:3:4]",
                "a.b[1]",
                "xpu[12345678901]",
                "xpu[1][2]"
            })
    void otherShapesAreNoSlice(String text) {
        assertThat(Slice.parse(text)).isNull();
    }
}
