// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EcmpHashTest {
    @Test
    void addressesCountByBytes() {
        assertThat(EcmpHash.address(0)).isEqualTo(0x0b000001);
        assertThat(EcmpHash.address(5)).isEqualTo(0x0b000501);
        assertThat(EcmpHash.address(257)).isEqualTo(0x0b010101);
    }

    @Test
    void murmurOfTwelveZeroBytes() {
        // Murmur3_x86_32 of 12 zero bytes with seed 0: mixing leaves 0 times 5 plus a constant, three times.
        int h = 0;
        for (int i = 0; i < 3; i++) {
            h = Integer.rotateLeft(h, 13) * 5 + 0xe6546b64;
        }
        h ^= 12;
        h ^= h >>> 16;
        h *= 0x85ebca6b;
        h ^= h >>> 13;
        h *= 0xc2b2ae35;
        h ^= h >>> 16;
        assertThat(EcmpHash.hash(0, 0, 0, 0, 0)).isEqualTo(h);
    }

    @Test
    void everyPartOfTheKeyCounts() {
        Set<Integer> hashes = new HashSet<>();
        hashes.add(EcmpHash.hash(1, 2, 3, 4, 5));
        hashes.add(EcmpHash.hash(9, 2, 3, 4, 5));
        hashes.add(EcmpHash.hash(1, 9, 3, 4, 5));
        hashes.add(EcmpHash.hash(1, 2, 9, 4, 5));
        hashes.add(EcmpHash.hash(1, 2, 3, 9, 5));
        hashes.add(EcmpHash.hash(1, 2, 3, 4, 9));
        assertThat(hashes).hasSize(6);
    }
}
