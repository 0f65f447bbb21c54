// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.etude.network.packet.state.CellPool;
import org.etude.network.queue.EventQueue;
import org.junit.jupiter.api.Test;

/** Cells come back in the order of their addresses, whatever the order in which they were released. */
class ReclaimedCellsTest {
    private final CellPool pool = new CellPool(new EventQueue());
    private final ReclaimedCells reclaimed = new ReclaimedCells(pool);

    @Test
    void theLowestComesFirstAndThePoolAfterTheLast() {
        IntStream.range(0, 200).forEach(i -> pool.take());
        reclaimed.add(130);
        reclaimed.add(3);
        reclaimed.add(127);
        reclaimed.add(64);
        assertThat(IntStream.range(0, 5).map(i -> reclaimed.take())).containsExactly(3, 64, 127, 130, 200);
    }

    @Test
    void aQueueIsReclaimedWhole() {
        int first = pool.take();
        int second = pool.take();
        pool.cells()[second << CellPool.SHIFT] = first;
        pool.cells()[first << CellPool.SHIFT] = -1;
        reclaimed.addQueue(second);
        reclaimed.addQueue(-1);
        assertThat(new int[] {reclaimed.take(), reclaimed.take()}).containsExactly(first, second);
    }

    @Test
    void whatIsLeftGoesBackToThePoolAndIsTakenFromThereInOrder() {
        IntStream.range(0, 100).forEach(i -> pool.take());
        for (int cell : new int[] {99, 0, 70, 63}) {
            reclaimed.add(cell);
        }
        assertThat(reclaimed.take()).isZero();
        reclaimed.releaseRest();
        assertThat(IntStream.range(0, 4).map(i -> pool.take())).containsExactly(63, 70, 99, 100);
        reclaimed.add(5);
        assertThat(reclaimed.take()).isEqualTo(5);
    }
}
