// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.network.packet.file.Lab;
import org.etude.network.packet.file.RandomGroups;
import org.etude.network.packet.file.RandomScenario;
import org.etude.spec.network.CongestionControl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On any number of threads every run is the same to the last bit: times, order, counters, pauses, number of events, diagnosis. */
class ComponentThreadsDifferentialTest {
    private static final int FEW = 75;
    private static final int MANY = 1_000;
    /** So few packet-hops that components go apart all the time. */
    private static final int WORTH_HOPS = 16;

    private static final int[] THREADS = {2, 3, 8};
    private static final CongestionControl[] CONTROLS = CongestionControl.values();

    @Test
    void someRandomGroupsAreEqual() {
        compareGroups(0, FEW);
    }

    @Test
    @Tag("campaign")
    void manyRandomGroupsAreEqual() {
        compareGroups(FEW, FEW + MANY);
    }

    @Test
    void someRandomScenariosAreEqual() {
        compareScenarios(0, FEW);
    }

    @Test
    @Tag("campaign")
    void manyRandomScenariosAreEqual() {
        compareScenarios(FEW, FEW + MANY);
    }

    private static void compareGroups(int from, int to) {
        long hops = 0;
        long apart = 0;
        int repeated = 0;
        for (int seed = from; seed < to; seed++) {
            RandomGroups groups = new RandomGroups(seed);
            CongestionControl control = CONTROLS[seed % CONTROLS.length];
            Lab plain = groups.plainLab(control);
            Lab threaded = groups.threadedLab(control, THREADS[seed % THREADS.length], WORTH_HOPS);
            assertThat(threaded.all()).as("seed " + seed + ", " + control).isEqualTo(plain.all());
            hops += plain.network.packetHops();
            ThreadedWork work = threaded.network.threadedWork().orElseGet(ThreadedWork::new);
            apart += work.hops();
            repeated += work.repeatedParts() > 0 ? 1 : 0;
        }
        assertThat(apart).isGreaterThan(hops / 4);
        assertThat(repeated).isGreaterThan((to - from) / 10);
    }

    private static void compareScenarios(int from, int to) {
        for (int seed = from; seed < to; seed++) {
            RandomScenario scenario = new RandomScenario(seed);
            boolean inOrder = seed % 3 == 0;
            assertThat(scenario.threadedLab(inOrder, THREADS[seed % THREADS.length], WORTH_HOPS)
                            .all())
                    .as("seed " + seed)
                    .isEqualTo(scenario.lab(false, inOrder).all());
        }
    }
}
