// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;

/** Properties see the same values in every run, unless other seeds are asked for. */
class SameSeedsTest {
    private static final List<Integer> SEEN = new ArrayList<>();

    @Property(tries = 5, edgeCases = EdgeCasesMode.NONE)
    void values(@ForAll int value) {
        SEEN.add(value);
    }

    @AfterContainer
    static void areTheSameInEveryRun() {
        if (!"fresh".equals(System.getProperty("etude.seeds"))) {
            assertThat(SEEN).containsExactly(-1263758040, -7, -40, 4270878, -35);
        }
    }
}
