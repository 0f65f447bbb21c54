// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import org.etude.link.model.RankLog;
import org.etude.spec.LinkOptions;
import org.etude.trace.activity.CommEvents;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.RankTrace;

/**
 * The data shared by all steps of linking one rank. Without an execution trace {@code host}, {@code tree} are null and
 * the match is empty; without a Kineto trace {@code device} is null and the event arrays are empty.
 *
 * @param trace the rank
 * @param options how to link
 * @param log where findings go
 * @param tree the execution trace's repaired tree
 * @param enclosing for each event the host event that encloses it on its thread
 * @param calls the kind of each runtime event
 * @param names which names denote communication
 * @param launchOf by event, the call that launched it
 * @param waits by event, whether it is a call that waited for GPU work
 * @param match the matching of host nodes and events
 * @param externals operators by External id, for GPU work without a recorded launch
 */
public record RankContext(
        RankTrace trace,
        LinkOptions options,
        RankLog log,
        HostTree tree,
        int[] enclosing,
        RuntimeCall[] calls,
        CommEvents names,
        int[] launchOf,
        boolean[] waits,
        HostMatch match,
        ExternalIds externals) {

    public HostTrace host() {
        return trace.host();
    }

    public DeviceTrace device() {
        return trace.device();
    }

    public int hostSize() {
        return trace.host() == null ? 0 : trace.host().size();
    }

    public int eventSize() {
        return trace.device() == null ? 0 : trace.device().size();
    }

    /** Computes the data shared by all steps. */
    public static RankContext of(RankTrace trace, LinkOptions options, RankLog log) {
        HostTrace host = trace.host();
        DeviceTrace device = trace.device();
        HostTree tree = host == null ? null : new HostTree(host, log);
        if (host != null && host.size() == 0) {
            log.error(
                    "",
                    "empty host trace",
                    "the observer recorded nothing: it was not running while the steps were",
                    "linked from the device trace alone; start the observer before the steps");
        }
        if (device == null) {
            HostMatch none = new HostMatch(host == null ? 0 : host.size(), 0);
            return new RankContext(
                    trace,
                    options,
                    log,
                    tree,
                    new int[0],
                    new RuntimeCall[0],
                    null,
                    new int[0],
                    new boolean[0],
                    none,
                    null);
        }
        int[] enclosing = HostNesting.enclosing(device);
        RuntimeCall[] calls = RuntimeCall.classify(device);
        CommEvents names = new CommEvents(device);
        int[] launchOf = LaunchIndex.find(device, calls, enclosing, names, log);
        boolean[] waits = SyncCalls.waiting(device, calls, launchOf);
        HostMatch match = host == null || host.size() == 0
                ? new HostMatch(0, device.size())
                : HostMatcher.match(host, device, tree, enclosing, options, log);
        ExternalIds externals = new ExternalIds(device, launchOf, enclosing);
        return new RankContext(trace, options, log, tree, enclosing, calls, names, launchOf, waits, match, externals);
    }
}
