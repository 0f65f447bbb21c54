// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.IdTable;
import org.etude.trace.model.SyncArgs;

/**
 * Finds where CUDA or HIP events were recorded, as far as the trace states it: by the GPU's synchronisation records
 * (cuda_sync), otherwise by the handles in the calls.
 */
public final class EventRecords {
    private final DeviceTrace device;
    private final RuntimeCall[] calls;
    private final LaunchOrder order;
    private final IdTable byCorrelation;
    private final Long2ObjectOpenHashMap<IntArrayList> byHandle = new Long2ObjectOpenHashMap<>();
    private final IdTable syncOf;
    private int count;

    /** Reads which calls record which CUDA or HIP event. */
    public EventRecords(RankContext rank, LaunchOrder order) {
        device = rank.device();
        calls = rank.calls();
        this.order = order;
        IdTable.Range recorded = new IdTable.Range();
        IdTable.Range synchronised = new IdTable.Range();
        for (int i = 0; i < device.size(); i++) {
            if (device.correlation(i) > 0 && isRecordOrSync(i)) {
                (calls[i] == RuntimeCall.EVENT_RECORD ? recorded : synchronised).see(device.correlation(i));
            }
        }
        byCorrelation = recorded.table();
        syncOf = synchronised.table();
        for (int i = 0; i < device.size(); i++) {
            if (device.kind(i) == EventKind.SYNC && device.correlation(i) > 0) {
                syncOf.put(device.correlation(i), i);
            } else if (calls[i] == RuntimeCall.EVENT_RECORD) {
                count++;
                if (device.correlation(i) > 0) {
                    byCorrelation.put(device.correlation(i), i);
                }
                SyncArgs args = device.sync(i);
                if (args != null && args.eventId() > 0) {
                    byHandle.computeIfAbsent(args.eventId(), id -> new IntArrayList())
                            .add(i);
                }
            }
        }
    }

    private boolean isRecordOrSync(int i) {
        return calls[i] == RuntimeCall.EVENT_RECORD || device.kind(i) == EventKind.SYNC;
    }

    /** Whether the trace has event records; ROCm traces often have none. */
    public boolean any() {
        return count > 0;
    }

    /** The GPU's own record of a synchronising call, or -1. */
    public int syncRecord(int call) {
        return device.correlation(call) > 0 ? syncOf.get(device.correlation(call)) : -1;
    }

    /** The call that recorded the event for which {@code call} waits, or -1 when unknown. */
    public int waitedFor(int call) {
        int sync = syncRecord(call);
        SyncArgs args = sync < 0 ? device.sync(call) : device.sync(sync);
        if (args == null) {
            return -1;
        }
        if (args.waitOnCorrelation() > 0 && byCorrelation.get(args.waitOnCorrelation()) >= 0) {
            return byCorrelation.get(args.waitOnCorrelation());
        }
        IntArrayList same = args.eventId() > 0 ? byHandle.get(args.eventId()) : null;
        int latest = -1;
        for (int k = 0; same != null && k < same.size() && same.getInt(k) < call; k++) {
            latest = same.getInt(k);
        }
        return latest;
    }

    /** The stream lane that a record states for the waiting or the awaited work, or -1. */
    public int lane(long stream) {
        return stream < 0 ? -1 : order.laneOfStream(stream);
    }

    /** The last work launched before an event was recorded, on the recorded stream if it is known; -1 when none. */
    public int workBefore(int record) {
        SyncArgs args = device.sync(record);
        int lane = args == null ? -1 : lane(args.stream());
        return lane >= 0 ? order.lastOnStream(lane, record) : order.lastOnThread(device.lane(record), record);
    }
}
