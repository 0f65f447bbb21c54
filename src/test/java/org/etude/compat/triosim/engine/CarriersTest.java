// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.etude.compat.triosim.engine.TrioSimSettings.Grid;
import org.etude.compat.triosim.trace.TrioSimException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CarriersTest {
    private static final long MB = 1_000_000;

    private final TrioSimQueue queue = new TrioSimQueue();
    private final List<Double> arrivals = new ArrayList<>();

    private void arrive() {
        arrivals.add(queue.now() * 1000);
    }

    @Test
    void flowsOnALinkShareIt() {
        FlowCarrier net = new FlowCarrier(queue, 1, 1, true);
        net.send(Carrier.REMOTE, 0, MB, this::arrive);
        net.send(Carrier.REMOTE, 0, 3 * MB, this::arrive);
        net.send(Carrier.REMOTE, 1, MB, this::arrive);
        queue.run();
        // 1 MB alone; half rate until the small one is there, then whole
        assertThat(arrivals).hasSize(3);
        assertThat(arrivals.get(0)).isCloseTo(1, within(1e-9));
        assertThat(arrivals.get(1)).isCloseTo(2, within(1e-9));
        assertThat(arrivals.get(2)).isCloseTo(4, within(1e-9));
    }

    @Test
    void neighboursGoOverTheRemoteMemoryWhereTwoSlowLinksAreShorter() {
        new FlowCarrier(queue, 1, 3, true).send(0, 1, MB, this::arrive);
        new FlowCarrier(queue, 1, 2, true).send(0, 1, MB, this::arrive);
        queue.run();
        assertThat(arrivals).hasSize(2);
        assertThat(arrivals.get(0)).isCloseTo(0.5, within(1e-9));
        assertThat(arrivals.get(1)).isCloseTo(1, within(1e-9));
    }

    @Test
    void nothingTravelsIntoThePast() {
        queue.at(2, () -> queue.at(1, this::arrive));
        assertThatThrownBy(queue::run).isInstanceOf(TrioSimException.class);
    }

    @Test
    void eventsOfATimeComeAsTheHeapSiftsThem() {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int number = i;
            queue.at(1, () -> order.add(number));
        }
        queue.run();
        // first in, last in, and so on: the last one takes the root's place and is not less than its children
        assertThat(order).containsExactly(0, 4, 3, 2, 1);
    }

    @ParameterizedTest
    @CsvSource({"1,2,0,1,1", "1,8,0,7,1", "2,4,0,4,1", "2,4,3,4,4", "3,3,0,4,1", "3,3,2,3,4", "4,2,1,2,2"})
    void opticalHopsFollowTheRing(int rows, int columns, int from, int to, int hops) {
        OpticalRing ring = new OpticalRing(new Grid(rows, columns), rows * columns);
        assertThat(ring.hops(from, to)).isEqualTo(hops);
        assertThat(ring.hops(to, from)).isEqualTo(hops);
    }

    @ParameterizedTest
    @CsvSource({"1,1,1", "2,2,5", "4,1,4", "3,1,3"})
    void gridsWithoutARingAreRefused(int rows, int columns, int gpus) {
        assertThatThrownBy(() -> new OpticalRing(new Grid(rows, columns), gpus))
                .isInstanceOf(TrioSimException.class)
                .hasMessageContaining("optical grid of " + rows + " x " + columns);
    }

    /** Laid without one call per cell, which would overflow the stack. */
    @Test
    void aRingOfManyGpusIsLaid() {
        OpticalRing ring = new OpticalRing(new Grid(2, 100_000), 200_000);
        assertThat(ring.hops(0, 99_999)).isEqualTo(99_999);
        assertThat(ring.hops(0, 100_000)).isEqualTo(1);
        assertThat(ring.hops(99_999, 199_999)).isEqualTo(1);
    }
}
