// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.util.List;

/**
 * Piecewise linear time of one collective of one group by its size: libraries change protocol (LL, LL128, Simple) and
 * algorithm (tree, ring) with the size, so each piece has its own alpha and beta.
 *
 * @param segments the pieces, ascending by size
 */
public record AlphaBetaCurve(List<AlphaBetaSegment> segments) {
    /** Copies the list. */
    public AlphaBetaCurve {
        segments = List.copyOf(segments);
    }

    /**
     * The time of a size in us. A size between two pieces uses the one nearer by ratio; sizes beyond the ends
     * extrapolate the outer pieces.
     */
    public double micros(long bytes) {
        return segmentOf(bytes).micros(bytes);
    }

    /** The piece of a size. */
    AlphaBetaSegment segmentOf(long bytes) {
        AlphaBetaSegment below = segments.get(0);
        for (AlphaBetaSegment segment : segments) {
            if (bytes <= segment.toBytes()) {
                boolean nearerBelow = bytes < segment.fromBytes()
                        && (double) bytes * bytes < (double) below.toBytes() * segment.fromBytes();
                return nearerBelow ? below : segment;
            }
            below = segment;
        }
        return below;
    }
}
