// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** PAUSE and RESUME frames in the order they were received. */
public final class PauseLog {
    private final LongArrayList at = new LongArrayList();
    private final IntArrayList port = new IntArrayList();

    /** Creates an empty log. */
    public PauseLog() {}

    public void add(long nanos, int receiver, boolean pause) {
        at.add(nanos);
        port.add(receiver << 1 | (pause ? 1 : 0));
    }

    /** Repeats rows at a later time. */
    public void repeat(int from, int to, long later) {
        for (int row = from; row < to; row++) {
            at.add(at.getLong(row) + later);
            port.add(port.getInt(row));
        }
    }

    /** The number of frames. */
    public int size() {
        return at.size();
    }

    /** When the frame was received, ns. */
    public long nanos(int row) {
        return at.getLong(row);
    }

    /** The port that received the frame. */
    public int port(int row) {
        return port.getInt(row) >> 1;
    }

    /** Whether the frame is a PAUSE rather than a RESUME. */
    public boolean pause(int row) {
        return (port.getInt(row) & 1) == 1;
    }
}
