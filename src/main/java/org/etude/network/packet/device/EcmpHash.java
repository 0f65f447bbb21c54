// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

/** The 32-bit Murmur3 hash of a packet's addresses and ports by which switches and hosts choose among equal paths. */
public final class EcmpHash {
    /** The seed of ns-3's own hash, by which a host with several NICs chooses one. */
    static final int NIC_SEED = 0x8BADF00D;

    private static final int KEY_BYTES = 12;

    private EcmpHash() {}

    /** The address that the reference gives to a node. */
    public static int address(int node) {
        return 0x0b000001 + ((node / 256) << 16) + ((node % 256) << 8);
    }

    static int hash(int sourceAddress, int destinationAddress, int sourcePort, int destinationPort, int seed) {
        int h = mix(seed, sourceAddress);
        h = mix(h, destinationAddress);
        h = mix(h, sourcePort & 0xffff | destinationPort << 16);
        h ^= KEY_BYTES;
        h ^= h >>> 16;
        h *= 0x85ebca6b;
        h ^= h >>> 13;
        h *= 0xc2b2ae35;
        return h ^ h >>> 16;
    }

    private static int mix(int hash, int word) {
        int k = Integer.rotateLeft(word * 0xcc9e2d51, 15) * 0x1b873593;
        return Integer.rotateLeft(hash ^ k, 13) * 5 + 0xe6546b64;
    }
}
