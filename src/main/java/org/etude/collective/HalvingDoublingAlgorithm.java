// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import org.etude.spec.CollectiveType;

/**
 * Recursive halving and doubling. If the number of nodes is not a power of two, which only compat mode allows, some
 * nodes wait for messages that nobody sends, as in ASTRA-sim.
 */
final class HalvingDoublingAlgorithm extends InjectingAlgorithm {
    private final Walk head;
    private final Walk inject;

    HalvingDoublingAlgorithm(CollectiveType kind, RingPosition ring, long data) {
        super(kind, ring, 1, log2(ring.size()) - 1, messages(kind, ring.size()));
        head = new Walk(kind, ring, data);
        inject = new Walk(kind, ring, data);
    }

    private static int log2(int n) {
        return 31 - Integer.numberOfLeadingZeros(n);
    }

    /** ASTRA-sim truncates the product, not the logarithm. */
    private static int messages(CollectiveType kind, int n) {
        if (Integer.bitCount(n) == 1 || kind != CollectiveType.ALL_REDUCE) {
            return (kind == CollectiveType.ALL_REDUCE ? 2 : 1) * log2(n);
        }
        return (int) (2 * Math.log(n) / Math.log(2));
    }

    @Override
    int headDst() {
        return head.peer();
    }

    @Override
    int headSrc() {
        return head.peer();
    }

    @Override
    long headBytes() {
        return head.bytes;
    }

    @Override
    void popped() {
        head.step();
    }

    @Override
    long injectBytes() {
        return inject.bytes;
    }

    @Override
    void injected() {
        inject.step();
    }

    @Override
    String name() {
        return "halving-doubling";
    }

    /** Iterates over the distances and sizes of successive packets. */
    private static final class Walk {
        private final boolean allReduce;
        private final RingPosition ring;
        private int offset;
        private boolean doubling;
        private long bytes;

        Walk(CollectiveType kind, RingPosition ring, long data) {
            this.ring = ring;
            allReduce = kind == CollectiveType.ALL_REDUCE;
            boolean gather = kind == CollectiveType.ALL_GATHER;
            offset = gather ? ring.size() / 2 : 1;
            bytes = gather ? data : data / 2;
            doubling = !gather;
        }

        int peer() {
            int index = ring.index();
            boolean clockwise = offset == 0 || index / offset % 2 == 0;
            return ring.rank(clockwise ? index + offset : index - offset);
        }

        void step() {
            advance();
            if (allReduce && offset == ring.size()) {
                doubling = false;
                advance();
            }
        }

        private void advance() {
            if (doubling) {
                offset *= 2;
                bytes /= 2;
            } else {
                offset /= 2;
                bytes *= 2;
            }
        }
    }
}
