// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.network.packet.file.RandomGroups;
import org.etude.spec.network.CongestionControl;

/** However many threads there are, and however soon components go apart, a run ends, and in the same way. */
class ThreadCountProperties {
    @Property(tries = 30)
    void everyNumberOfThreadsGivesTheSameRun(
            @ForAll @IntRange(max = 1_000_000) int seed,
            @ForAll CongestionControl control,
            @ForAll @IntRange(min = 2, max = 9) int threads,
            @ForAll @IntRange(min = 1, max = 2_000) int worthHops) {
        RandomGroups groups = new RandomGroups(seed);
        assertThat(groups.threadedLab(control, threads, worthHops).all())
                .isEqualTo(groups.threadedLab(control, 1, worthHops).all());
    }
}
