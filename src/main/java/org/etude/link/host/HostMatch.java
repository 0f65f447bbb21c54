// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import java.util.Arrays;

/** A one-to-one matching of execution-trace nodes to Kineto events. */
public final class HostMatch {
    public final int[] eventOf;
    final int[] hostOf;
    private SettledIds ids = new SettledIds();

    HostMatch(int hosts, int events) {
        eventOf = new int[hosts];
        hostOf = new int[events];
        Arrays.fill(eventOf, -1);
        Arrays.fill(hostOf, -1);
    }

    void pair(int host, int event) {
        eventOf[host] = event;
        hostOf[event] = host;
    }

    /** Refuses pairs that contradict these ids from now on. */
    void settle(SettledIds settled) {
        ids = settled;
    }

    /** Whether a node and an event may be the same operator by their ids. */
    boolean allowed(int host, int event) {
        return ids.allow(host, event);
    }

    boolean free(int host, int event) {
        return eventOf[host] < 0 && hostOf[event] < 0;
    }

    int count() {
        int count = 0;
        for (int event : eventOf) {
            count += event >= 0 ? 1 : 0;
        }
        return count;
    }
}
