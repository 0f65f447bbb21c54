// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.compat.triosim.engine.DeviceMemory.Eviction;
import org.junit.jupiter.api.Test;

/** A memory of 100 bytes. */
class DeviceMemoryTest {
    private final DeviceMemory memory = new DeviceMemory(100);

    private static TensorPiece piece(int id, long bytes) {
        return new TensorPiece(id, bytes, false);
    }

    private boolean place(Purpose purpose, TensorPiece... pieces) {
        return memory.place(List.of(pieces), purpose, () -> null);
    }

    private boolean place(Purpose purpose, Eviction eviction, TensorPiece... pieces) {
        return memory.place(List.of(pieces), purpose, () -> eviction);
    }

    @Test
    void allOfItCanBeUsed() {
        assertThat(place(Purpose.ALLOCATE, piece(1, 60), piece(200, 40))).isTrue();
        assertThat(memory.holdsAll(List.of(piece(1, 60), piece(200, 40)))).isTrue();
        assertThat(memory.holdsAll(List.of(piece(1, 60), piece(2, 1)))).isFalse();
        assertThat(memory.wasTight()).isFalse();
        assertThat(place(Purpose.ALLOCATE, piece(3, 1))).isFalse();
        assertThat(memory.wasTight()).isTrue();
        assertThat(memory.refused()).isEqualTo(101);
    }

    @Test
    void theFirstRefusalIsReported() {
        place(Purpose.ALLOCATE, piece(1, 130));
        place(Purpose.ALLOCATE, piece(1, 400));
        assertThat(memory.refused()).isEqualTo(130);
    }

    @Test
    void whatIsAllocatedIsNotPlacedAgain() {
        place(Purpose.ALLOCATE, piece(1, 60));
        assertThat(place(Purpose.ALLOCATE, piece(1, 60))).isTrue();
        assertThat(place(Purpose.ALLOCATE, piece(2, 40)))
                .as("60 bytes are used")
                .isTrue();
        assertThat(memory.wasTight()).isFalse();
    }

    /** Of three pieces one is used, one must stay, and one is neither. */
    @Test
    void whatIsUsedIsEvictedFirst() {
        place(Purpose.COMPLETE, piece(1, 30), piece(2, 30));
        place(Purpose.ALLOCATE, piece(3, 30));
        assertThat(place(Purpose.ALLOCATE, new Eviction(false, List.of(piece(2, 30))), piece(4, 40)))
                .isTrue();
        assertThat(memory.holds(1)).isFalse();
        assertThat(memory.holds(2)).isTrue();
        assertThat(memory.holds(3)).isTrue();
        assertThat(place(Purpose.ALLOCATE, new Eviction(true, List.of(piece(2, 30))), piece(5, 70)))
                .isTrue();
        assertThat(memory.holds(2)).isTrue();
        assertThat(memory.holds(3)).isFalse();
        assertThat(memory.holds(4)).isFalse();
        assertThat(memory.refused()).isZero();
    }

    @Test
    void piecesInAnotherStateAreGoneWhenTheyDoNotFit() {
        place(Purpose.FETCH, piece(1, 60));
        place(Purpose.COMPLETE, piece(2, 30));
        assertThat(place(Purpose.ALLOCATE, piece(1, 80))).isFalse();
        assertThat(memory.holds(1)).isFalse();
        assertThat(memory.holds(2)).isTrue();
        assertThat(place(Purpose.ALLOCATE, piece(3, 70))).isTrue();
    }

    @Test
    void whatIsThereNeedNotArrive() {
        place(Purpose.COMPLETE, piece(1, 90));
        assertThat(place(Purpose.FETCH, piece(1, 90))).isTrue();
        assertThat(place(Purpose.ALLOCATE, new Eviction(false, List.of()), piece(2, 20)))
                .as("it is awaited, no longer used")
                .isFalse();
    }

    /** A chunk takes half of what its two copies do; a gathered one replaces the other. */
    @Test
    void chunksOfARingReplaceEachOther() {
        place(Purpose.REDUCE, piece(1, 40));
        assertThat(place(Purpose.SCATTER, piece(1, 60))).isTrue();
        assertThat(place(Purpose.ALLOCATE, piece(2, 51)))
                .as("50 bytes are used")
                .isFalse();
        assertThat(place(Purpose.ALLOCATE, piece(2, 50))).isTrue();
        assertThat(place(Purpose.GATHER, piece(1, 10))).isTrue();
        assertThat(place(Purpose.ALLOCATE, piece(3, 40))).isTrue();
        assertThat(place(Purpose.ALLOCATE, piece(4, 1))).isFalse();
    }
}
