// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.link.Recording;
import org.etude.link.TestDevice;
import org.etude.link.model.RankLog;
import org.etude.spec.LinkOptions;
import org.etude.trace.model.RankTrace;

/** The steps of linking one rank that come before edges, on a rank made by hand. */
final class HostSide {
    final RankLog log = new RankLog(0);
    final RankContext rank;
    final NodeTable nodes;
    final int hostLanes;

    HostSide(RankTrace trace) {
        rank = RankContext.of(trace, LinkOptions.defaults(), log);
        nodes = new NodeTable(rank, new NodeList(rank));
        hostLanes = LaneNumbers.fill(rank, nodes);
        ParentAssigner.fill(rank, nodes);
    }

    /** Of events alone, sorted by their start. */
    static HostSide of(TestDevice.Event... events) {
        return new HostSide(new RankTrace(0, null, new TestDevice(List.of(events)), 0, List.of()));
    }

    /** Of files with an execution trace. */
    static HostSide of(Recording.Rank rank, Path dir) {
        return new HostSide(rank.job().load(dir).ranks().get(0));
    }

    /** The node of event {@code i}. */
    int node(int event) {
        for (int i = 0; i < nodes.size; i++) {
            if (nodes.event[i] == event) {
                return i;
            }
        }
        return -1;
    }

    /** The name of what called or launched each node, "" for nothing. */
    List<String> callers() {
        return IntStream.range(0, nodes.size)
                .mapToObj(i -> nodes.parent[i] < 0 ? "" : ParentAssigner.name(rank, nodes, nodes.parent[i]))
                .toList();
    }
}
