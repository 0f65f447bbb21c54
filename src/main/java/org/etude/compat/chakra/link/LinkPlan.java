// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.link;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/** What to write for a rank's link, by the index of the host node. */
final class LinkPlan {
    /** The Kineto event of each host node, or -1. */
    final int[] event;
    /** Exclusive duration of each Kineto event that has one, in ns. */
    final long[] exclusive;
    /** The host node of another thread that each host node waits for, or -1. */
    final int[] interThread;
    /** The GPU events that each host node launched, by start; null for none. */
    final IntArrayList[] work;
    /** The GPU events that each host node waits for; null for none. */
    final IntArrayList[] waitsFor;

    LinkPlan(int hosts, int events) {
        event = new int[hosts];
        exclusive = new long[events];
        interThread = new int[hosts];
        work = new IntArrayList[hosts];
        waitsFor = new IntArrayList[hosts];
        Arrays.fill(event, -1);
        Arrays.fill(interThread, -1);
    }

    static void add(IntArrayList[] lists, int host, int event) {
        lists[host] = lists[host] == null ? new IntArrayList() : lists[host];
        lists[host].add(event);
    }
}
