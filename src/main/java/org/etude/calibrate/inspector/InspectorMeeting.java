// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.inspector;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import org.etude.number.Medians;

/** One collective with the times of the ranks that recorded it; the last to arrive has the shortest. */
final class InspectorMeeting {
    private final IntArrayList ranks = new IntArrayList(1);
    private final DoubleArrayList micros = new DoubleArrayList(1);
    private final BitSet known = new BitSet();

    /** Adds a rank's time, or returns false when the rank has one already. */
    boolean add(int rank, double time) {
        if (known.get(rank)) {
            return false;
        }
        known.set(rank);
        ranks.add(rank);
        micros.add(time);
        return true;
    }

    int size() {
        return ranks.size();
    }

    int rank(int i) {
        return ranks.getInt(i);
    }

    double micros(int i) {
        return micros.getDouble(i);
    }

    /** Time of the rank that waited least: the transfer. */
    double transfer() {
        return Arrays.stream(micros.toDoubleArray()).min().orElse(0);
    }

    double median() {
        return Medians.of(micros.toDoubleArray());
    }
}
