// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import java.util.BitSet;
import java.util.function.IntPredicate;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.IdTable;

/**
 * Nodes and events that could not be matched by their ids although these are sound: unique, and from the same count as
 * those of matched nodes. Such a node was not recorded by the profiler, such an event not by the observer, so that two
 * of them are not the same operator even if their names agree.
 *
 * <p>PyTorch counts operators, so the ids of a recording that begins earlier or ends later than the other lie beyond
 * the matched ones by no more than there are operators; an id that is farther away is of another count, or broken.
 */
final class SettledIds {
    private final BitSet nodes = new BitSet();
    private final BitSet events = new BitSet();
    private long least = Long.MAX_VALUE;
    private long most = Long.MIN_VALUE;

    /** Of nothing: every pair is possible. */
    SettledIds() {}

    /**
     * What the ids say after the nodes have been matched by them; a node's id is {@code shift} above its event's. Nothing
     * when no node or no event with an id is left, as in most traces.
     */
    static SettledIds of(HostTrace host, DeviceTrace device, HostMatch match, int shift) {
        boolean nodeLeft = false;
        for (int node = 0; node < host.size() && !nodeLeft; node++) {
            nodeLeft = match.eventOf[node] < 0 && host.recordFunctionId(node) != 0;
        }
        boolean eventLeft = false;
        for (int event = 0; event < device.size() && nodeLeft && !eventLeft; event++) {
            eventLeft = match.hostOf[event] < 0 && isOperator(device, event);
        }
        return eventLeft ? new SettledIds(host, device, match, shift) : new SettledIds();
    }

    private SettledIds(HostTrace host, DeviceTrace device, HostMatch match, int shift) {
        IdTable.Range ofNodes = new IdTable.Range();
        for (int node = 0; node < host.size(); node++) {
            long id = host.recordFunctionId(node);
            if (id != 0) {
                ofNodes.see(id);
            }
            if (match.eventOf[node] >= 0) {
                least = Math.min(least, id);
                most = Math.max(most, id);
            }
        }
        IdTable.Range ofEvents = new IdTable.Range();
        int operators = host.size();
        for (int event = 0; event < device.size(); event++) {
            if (isOperator(device, event)) {
                ofEvents.see(device.recordFunctionId(event) + shift);
                operators++;
            }
        }
        least = Math.min(least, least - operators);
        most = Math.max(most, most + operators);
        IdTable nodeIds = ofNodes.table();
        IdTable eventIds = ofEvents.table();
        for (int node = 0; node < host.size(); node++) {
            if (host.recordFunctionId(node) != 0) {
                see(nodeIds, host.recordFunctionId(node), node, nodes);
            }
        }
        for (int event = 0; event < device.size(); event++) {
            if (isOperator(device, event)) {
                see(eventIds, device.recordFunctionId(event) + shift, event, events);
            }
        }
        remove(nodes, node -> eventIds.get(host.recordFunctionId(node)) != IdTable.NONE);
        remove(events, event -> nodeIds.get(device.recordFunctionId(event) + shift) != IdTable.NONE);
    }

    private static void remove(BitSet from, IntPredicate which) {
        for (int item = from.nextSetBit(0); item >= 0; item = from.nextSetBit(item + 1)) {
            if (which.test(item)) {
                from.clear(item);
            }
        }
    }

    private static boolean isOperator(DeviceTrace device, int event) {
        return device.kind(event).isHostOp() && device.recordFunctionId(event) != 0;
    }

    private void see(IdTable seen, long id, int item, BitSet sound) {
        int twin = seen.put(id, item);
        sound.set(item, twin == IdTable.NONE && least < id && id < most);
        if (twin != IdTable.NONE) {
            sound.clear(twin);
        }
    }

    /** Whether a node and an event may be the same operator. */
    boolean allow(int node, int event) {
        return !nodes.get(node) || !events.get(event);
    }
}
