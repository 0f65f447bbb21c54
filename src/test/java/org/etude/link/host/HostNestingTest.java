// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.link.TestDevice.call;
import static org.etude.link.TestDevice.host;
import static org.etude.link.TestDevice.kernel;

import java.util.List;
import org.etude.link.TestDevice;
import org.junit.jupiter.api.Test;

class HostNestingTest {
    private static int[] enclosing(TestDevice.Event... events) {
        return HostNesting.enclosing(new TestDevice(List.of(events)));
    }

    @Test
    void theInnermostOperatorOfTheThreadEncloses() {
        assertThat(enclosing(
                        host("outer", 0, 0, 100, 1),
                        host("inner", 0, 10, 30, 2),
                        call("launch", 0, 20, 5, 7),
                        call("launch", 0, 60, 5, 8)))
                .containsExactly(-1, 0, 1, 0);
    }

    @Test
    void whatOnlyTouchesIsASibling() {
        assertThat(enclosing(host("a", 0, 0, 10, 1), host("b", 0, 10, 10, 2), call("launch", 0, 20, 5, 7)))
                .containsExactly(-1, -1, -1);
    }

    @Test
    void threadsAreApartAndKernelsAreInNone() {
        assertThat(enclosing(
                        host("a", 0, 0, 100, 1),
                        host("b", 1, 5, 10, 2),
                        kernel("k", 0, 6, 3, 7),
                        call("launch", 1, 7, 2, 7),
                        call("launch", 0, 8, 2, 8)))
                .containsExactly(-1, -1, -1, 1, 0);
    }

    /** A runtime call encloses nothing, not even another call within it. */
    @Test
    void callsEncloseNothing() {
        assertThat(enclosing(host("a", 0, 0, 100, 1), call("outer", 0, 10, 50, 7), call("inner", 0, 20, 5, 8)))
                .containsExactly(-1, 0, 0);
    }
}
