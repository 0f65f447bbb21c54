// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import java.util.stream.IntStream;
import org.etude.spec.CollectiveType;

/**
 * Several rings at once over nodes that are all linked to each other: one for each stride that visits all nodes, which is coprime to
 * their number. No two rings share a link, and a rotation of the nodes leaves every ring as it is. Each ring moves an equal part of the
 * data (the first ones a byte more), in the steps of {@link RingAlgorithm}; whatever arrives lets the next message go, in the order of
 * strides.
 */
final class StridedRingsAlgorithm extends InjectingAlgorithm {
    private final int[] strides;
    private final long bytes;
    private int head;
    private int tail;

    StridedRingsAlgorithm(CollectiveType kind, RingPosition ring, long data) {
        this(kind, ring, part(kind, ring, data), strides(ring.size()));
    }

    private StridedRingsAlgorithm(CollectiveType kind, RingPosition ring, long bytes, int[] strides) {
        super(
                kind,
                ring,
                strides.length,
                strides.length * (ring.size() - 1),
                strides.length * RingAlgorithm.messages(kind, ring.size()));
        this.strides = strides;
        this.bytes = bytes;
    }

    /** The number of rings over this many nodes: Euler's totient, 1 for two nodes. */
    static int rings(int nodes) {
        return strides(nodes).length;
    }

    private static int[] strides(int nodes) {
        return IntStream.range(1, nodes)
                .filter(stride -> gcd(stride, nodes) == 1)
                .toArray();
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    private long part(int ring) {
        return bytes / strides.length + (ring < bytes % strides.length ? 1 : 0);
    }

    @Override
    int headDst() {
        return ring.rank(ring.index() + strides[head]);
    }

    @Override
    int headSrc() {
        return ring.rank(ring.index() - strides[head]);
    }

    @Override
    long headBytes() {
        return part(head);
    }

    @Override
    void popped() {
        head = (head + 1) % strides.length;
    }

    @Override
    long injectBytes() {
        return part(tail);
    }

    @Override
    void injected() {
        tail = (tail + 1) % strides.length;
    }

    @Override
    String name() {
        return "strided rings";
    }
}
