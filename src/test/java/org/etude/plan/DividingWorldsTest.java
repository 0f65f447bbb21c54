// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DividingWorldsTest {
    @Test
    void theNearestOnEachSideAreFound() {
        assertThat(DividingWorlds.near(1000, world -> world % 64 == 0)).containsExactly(960, 1024);
        assertThat(DividingWorlds.near(3, world -> world == 2)).containsExactly(2);
        assertThat(DividingWorlds.near(3, world -> world == 7)).isEmpty();
        assertThat(DividingWorlds.near(1, world -> true)).containsExactly(2);
        assertThat(DividingWorlds.near(Integer.MAX_VALUE, world -> world < 0)).isEmpty();
    }
}
