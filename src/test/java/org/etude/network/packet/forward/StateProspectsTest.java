// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StateProspectsTest {
    private final StateProspects prospects = new StateProspects();

    @Test
    void aStateIsNewOnce() {
        assertThat(prospects.isNew(0)).isTrue();
        assertThat(prospects.isNew(0)).isFalse();
        assertThat(prospects.isNew(5)).isTrue();
    }

    @Test
    void shortSegmentsAreNotedApartFromStatesThatWereMet() {
        assertThat(prospects.isShort(3)).isFalse();
        prospects.noteShort(3);
        assertThat(prospects.isShort(3)).isTrue();
        assertThat(prospects.isNew(3)).isTrue();
    }

    @Test
    void theLatestEndIsKept() {
        assertThat(prospects.end(9)).isZero();
        prospects.noteEnd(9, 1_000);
        prospects.noteEnd(9, 400);
        assertThat(prospects.end(9)).isEqualTo(400);
        assertThat(prospects.end(8)).isZero();
    }

    @Test
    void theTimeOfTheNextForeignEventDistinguishesStates() {
        assertThat(StateProspects.withForeign(7, 100)).isEqualTo(StateKey.mix(7, 100));
        assertThat(StateProspects.withForeign(7, 100)).isNotEqualTo(StateProspects.withForeign(7, 101));
    }

    @Test
    void whatIsKnownIsBounded() {
        for (long signature = 0; signature < (1 << 16) - 1; signature++) {
            prospects.isNew(signature);
            prospects.noteEnd(signature, 5);
        }
        assertThat(prospects.isNew(0)).isFalse();
        assertThat(prospects.end(0)).isEqualTo(5);
        for (long signature = 1 << 16; signature < (1 << 16) + 2; signature++) {
            prospects.isNew(signature);
            prospects.noteEnd(signature, 6);
        }
        assertThat(prospects.isNew(0)).isTrue();
        assertThat(prospects.end(0)).isZero();
        assertThat(prospects.end(1 << 16 | 1)).isEqualTo(6);
    }
}
