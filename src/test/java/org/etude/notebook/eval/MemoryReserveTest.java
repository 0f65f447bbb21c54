// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The reserve is there, goes when needed and comes back. */
class MemoryReserveTest {
    @Test
    void goesAndComesBack() {
        MemoryReserve reserve = new MemoryReserve();
        assertThat(reserve.full()).isTrue();
        reserve.release();
        assertThat(reserve.full()).isFalse();
        reserve.refill();
        assertThat(reserve.full()).isTrue();
    }

    @Test
    void aHeapTooFullForItIsNoErrorOfTheCell() {
        AtomicInteger left = new AtomicInteger(1);
        MemoryReserve reserve = new MemoryReserve(() -> {
            if (left.getAndDecrement() == 0) {
                throw new OutOfMemoryError("Java heap space");
            }
            return new byte[1];
        });
        reserve.release();
        reserve.refill();
        assertThat(reserve.full()).isFalse();
        reserve.refill();
        assertThat(reserve.full()).isTrue();
    }
}
