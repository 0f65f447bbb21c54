// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import org.etude.link.model.RankLog;
import org.etude.report.Counted;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.IdTable;

/**
 * Matches host nodes and Kineto events by Record function id. The ids of the two files may differ by a constant shift
 * (of one after process_group:init); the shift under which most names agree is used. A pair with different names is
 * accepted only between two neighbours whose names agree.
 */
final class IdMatcher {
    private static final int MAX_SHIFT = 3;

    private final HostTrace host;
    private final DeviceTrace device;
    private final HostTree tree;
    private final int[] nameInDevice;
    private final HostMatch match;
    private final RankLog log;
    private final IdTable byId;
    private int renamed;
    private int repeated;

    IdMatcher(HostTrace host, DeviceTrace device, HostTree tree, int[] nameInDevice, HostMatch match, RankLog log) {
        this.host = host;
        this.device = device;
        this.tree = tree;
        this.nameInDevice = nameInDevice;
        this.match = match;
        this.log = log;
        byId = eventIds(device);
    }

    private static IdTable eventIds(DeviceTrace device) {
        IdTable.Range range = new IdTable.Range();
        for (int i = 0; i < device.size(); i++) {
            if (device.kind(i).isHostOp() && device.recordFunctionId(i) != 0) {
                range.see(device.recordFunctionId(i));
            }
        }
        return range.table();
    }

    /** Matches as much as possible; nothing when ids are absent or come from another run. */
    void match() {
        for (int i = device.size() - 1; i >= 0; i--) {
            if (device.kind(i).isHostOp() && device.recordFunctionId(i) != 0) {
                repeated += byId.put(device.recordFunctionId(i), i) >= 0 ? 1 : 0;
            }
        }
        if (byId.isEmpty()) {
            log.info(
                    "",
                    "no Record function ids in the Kineto trace",
                    "no execution-trace observer was attached, or an old PyTorch",
                    "host nodes are matched by the order of names on each thread");
            return;
        }
        int shift = bestShift();
        if (shift == Integer.MIN_VALUE) {
            log.warn(
                    "",
                    "Record function ids of host and device trace do not agree by name",
                    "two different runs, or renumbered",
                    "host nodes are matched by the order of names on each thread");
            return;
        }
        pairByName(shift);
        pairRenamed(shift);
        match.settle(SettledIds.of(host, device, match, shift));
        report(shift);
    }

    private int bestShift() {
        int best = 0;
        long[] bestCounts = counts(0);
        for (int distance = 1; distance <= MAX_SHIFT; distance++) {
            for (int shift : new int[] {distance, -distance}) {
                long[] counts = counts(shift);
                if (counts[0] > bestCounts[0]) {
                    best = shift;
                    bestCounts = counts;
                }
            }
        }
        return bestCounts[0] * 2 < bestCounts[1] || bestCounts[0] == 0 ? Integer.MIN_VALUE : best;
    }

    private long[] counts(int shift) {
        long agree = 0;
        long known = 0;
        for (int i = 0; i < host.size(); i++) {
            int event = event(i, shift);
            if (event >= 0) {
                known++;
                agree += sameName(i, event) ? 1 : 0;
            }
        }
        return new long[] {agree, known};
    }

    private int event(int node, int shift) {
        long id = host.recordFunctionId(node);
        return id == 0 ? -1 : byId.get(id - shift);
    }

    private boolean sameName(int node, int event) {
        return nameInDevice[host.nameId(node)] == device.nameId(event);
    }

    private void pairByName(int shift) {
        for (int node : tree.order()) {
            int event = event(node, shift);
            if (event >= 0 && sameName(node, event) && match.free(node, event)) {
                match.pair(node, event);
            }
        }
    }

    /** Pairs with different names, such as garbled ones: accepted only between two pairs whose names agree. */
    private void pairRenamed(int shift) {
        int[] order = tree.order();
        for (int k = 1; k + 1 < order.length; k++) {
            int node = order[k];
            int event = event(node, shift);
            boolean between = match.eventOf[order[k - 1]] >= 0 && match.eventOf[order[k + 1]] >= 0;
            if (event >= 0 && between && match.free(node, event)) {
                match.pair(node, event);
                renamed++;
            }
        }
    }

    private void report(int shift) {
        if (shift != 0) {
            log.info(
                    "",
                    "Record function ids are shifted by " + shift,
                    "a node such as process_group:init is in one file only",
                    "the shift under which most names agree was used");
        }
        if (renamed > 0) {
            log.warn(
                    "",
                    Counted.of(renamed, "host node") + " matched by id although the names differ",
                    "garbled names",
                    "the node keeps the execution trace's name");
        }
        int doubled = repeated + doubledHostIds();
        if (doubled > 0) {
            log.warn(
                    "",
                    Counted.of(doubled, "Record function id occurs", "Record function ids occur") + " more than once",
                    "faulty file",
                    "the event goes to the node whose name matches");
        }
    }

    private int doubledHostIds() {
        IdTable.Range range = new IdTable.Range();
        for (int i = 0; i < host.size(); i++) {
            if (hasOwnId(i)) {
                range.see(host.recordFunctionId(i));
            }
        }
        IdTable seen = range.table();
        int doubled = 0;
        for (int i = 0; i < host.size(); i++) {
            doubled += hasOwnId(i) && seen.put(host.recordFunctionId(i), i) >= 0 ? 1 : 0;
        }
        return doubled;
    }

    private boolean hasOwnId(int node) {
        return host.recordFunctionId(node) != 0 && !HostTree.isRoot(host, node);
    }
}
