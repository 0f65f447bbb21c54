// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import static org.assertj.core.api.Assertions.assertThat;

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
}
