// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import java.util.List;
import org.etude.store.Saved;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.MemoryEvents;
import org.etude.trace.model.StringTable;
import org.etude.trace.model.TraceHeader;

/**
 * The saved form of a {@link ColumnDeviceTrace}: its columns in order.
 *
 * @param kinds kinds of events by their numbers
 * @param kind the number of each event's kind, with {@link EventColumns#FLAGGED}
 * @param bytesAt the events that moved bytes
 * @param bytes how many
 * @param detailsAt the events with details
 * @param details their details
 * @param memory allocations and releases
 */
record DeviceColumns(
        TraceHeader header,
        StringTable names,
        LaneTable lanes,
        List<EventKind> kinds,
        byte[] kind,
        int[] name,
        long[] start,
        long[] duration,
        int[] lane,
        long[] correlation,
        long[] external,
        long[] recordFunction,
        long[] sequence,
        long[] forwardThread,
        int[] bytesAt,
        long[] bytes,
        int[] detailsAt,
        List<EventDetail> details,
        MemoryEvents memory)
        implements Saved {
    @Override
    public Object restored() {
        return ColumnDeviceTrace.of(this);
    }

    /** Converts kinds to the numbers of this version. */
    byte[] kindsNow() {
        byte[] now = new byte[kind.length];
        for (int i = 0; i < now.length; i++) {
            int flag = kind[i] & EventColumns.FLAGGED;
            now[i] = (byte) (kinds.get(kind[i] & ~EventColumns.FLAGGED).ordinal() | flag);
        }
        return now;
    }
}
