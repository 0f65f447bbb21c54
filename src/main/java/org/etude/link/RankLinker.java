// SPDX-License-Identifier: Apache-2.0
package org.etude.link;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import org.etude.link.collective.CollectiveEvidence;
import org.etude.link.collective.CollectiveFinder;
import org.etude.link.host.EdgeList;
import org.etude.link.host.EventRecords;
import org.etude.link.host.HostTree;
import org.etude.link.host.LaneNumbers;
import org.etude.link.host.LaunchOrder;
import org.etude.link.host.NodeList;
import org.etude.link.host.NodeTable;
import org.etude.link.host.ParentAssigner;
import org.etude.link.host.RankContext;
import org.etude.link.host.SyncCalls;
import org.etude.link.match.LinkedGraph;
import org.etude.link.model.Collective;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.RankLog;
import org.etude.link.order.AutogradEdges;
import org.etude.link.order.CycleGuard;
import org.etude.link.order.GpuEdges;
import org.etude.link.order.HostEdges;
import org.etude.link.order.SelfTimes;
import org.etude.link.order.StreamWaits;
import org.etude.link.order.ThreadHandoffs;
import org.etude.report.Counted;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.LinkOptions;
import org.etude.trace.model.RankTrace;

/** Links one rank in a fixed sequence of steps. */
final class RankLinker {
    private static final int SHOWN = 10_000;

    private final RankContext rank;
    private final RankLog log;

    private RankLinker(RankContext rank, RankLog log) {
        this.rank = rank;
        this.log = log;
    }

    static LinkedGraph link(RankTrace trace, LinkOptions options, RankLog log) {
        RankLinker linker = new RankLinker(RankContext.of(trace, options, log), log);
        return linker.link();
    }

    private LinkedGraph link() {
        Progress.checkInterrupted();
        NodeTable nodes = new NodeTable(rank, new NodeList(rank));
        ParentAssigner.fill(rank, nodes);
        List<CollectiveEvidence> drafts = new CollectiveFinder(rank, nodes).find();
        Progress.checkInterrupted();
        int lanes = LaneNumbers.fill(rank, nodes);
        EdgeList edges = edges(nodes, lanes);
        Progress.checkInterrupted();
        Collective[] collectives = CollectiveFinder.number(drafts);
        return new LinkedGraph(
                rank,
                nodes,
                () -> SelfTimes.of(nodes, lanes),
                edges,
                drafts,
                collectives,
                coverage(nodes, collectives));
    }

    private EdgeList edges(NodeTable nodes, int lanes) {
        EdgeList edges = new EdgeList(nodes);
        new HostEdges(rank, nodes, edges).add(lanes);
        AutogradEdges.add(rank, nodes, edges);
        if (rank.device() != null) {
            IntArrayList late = new GpuEdges(rank, nodes, edges).add();
            LaunchOrder order = new LaunchOrder(rank, nodes);
            EventRecords records = new EventRecords(rank, order);
            new StreamWaits(rank, nodes, edges, order, records).add();
            new SyncCalls(rank, nodes, edges, order, records).add();
            new ThreadHandoffs(rank, nodes, edges, lanes).add();
            int left = CycleGuard.addLaunches(nodes, edges, late);
            if (left > 0) {
                log.warn(
                        "",
                        Counted.of(left, "launch was dropped as a dependency", "launches were dropped as dependencies"),
                        "they would close a cycle",
                        "the launcher is still the node's parent");
            }
        }
        dropped(edges, EdgeKind.STREAM_WAIT, "wait between streams", "waits between streams");
        dropped(edges, EdgeKind.SYNC, "synchronisation", "synchronisations");
        dropped(edges, EdgeKind.AUTOGRAD, "forward-to-backward edge", "forward-to-backward edges");
        dropped(edges, EdgeKind.THREAD_ORDER, "edge of thread order", "edges of thread order");
        return edges;
    }

    private void dropped(EdgeList edges, EdgeKind kind, String one, String others) {
        if (edges.refused(kind) > 0) {
            log.info(
                    "",
                    Counted.of(edges.refused(kind), one, others) + " dropped",
                    "they contradict the timestamps",
                    "order follows from the remaining edges");
        }
    }

    private List<LinkedRank.Coverage> coverage(NodeTable nodes, Collective[] collectives) {
        List<LinkedRank.Coverage> rows = new ArrayList<>();
        if (rank.device() != null) {
            gpuCoverage(nodes, rows);
        }
        hostCoverage(nodes, rows);
        reportEstimated(nodes, collectives);
        long known = 0;
        for (Collective collective : collectives) {
            known += collective.type() != CollectiveType.UNKNOWN ? 1 : 0;
        }
        long lost = log.unmatched().stream()
                .filter(row -> row.kind().equals("collective"))
                .count();
        rows.add(new LinkedRank.Coverage("collectives", known, known + lost));
        return rows;
    }

    private void reportEstimated(NodeTable nodes, Collective[] collectives) {
        int estimated = 0;
        for (Collective collective : collectives) {
            int node = collective.node();
            estimated += !nodes.timed(node) && nodes.estimatedStart(node) != LinkedRank.UNTIMED ? 1 : 0;
        }
        if (estimated > 0) {
            log.warn(
                    "",
                    Counted.of(estimated, "collective") + " ran on threads that the profiler did not record",
                    "the profiler records its own thread; callbacks of futures and threads of the program run on others",
                    "placed between the operators before and after by Record function id, with no duration; nothing on"
                            + " this rank waits for them");
        }
    }

    private void gpuCoverage(NodeTable nodes, List<LinkedRank.Coverage> rows) {
        long total = 0;
        long launched = 0;
        long owned = 0;
        long named = 0;
        for (int i = 0; i < nodes.size; i++) {
            if (nodes.kind(i).isGpu()) {
                total++;
                int call = rank.launchOf()[nodes.event[i]];
                launched += call >= 0 ? 1 : 0;
                named += call < 0 && nodes.parent[i] >= 0 ? 1 : 0;
                owned += nodes.parent[i] >= 0
                                && rank.device()
                                        .kind(nodes.event[nodes.parent[i]])
                                        .isHostOp()
                        ? 1
                        : 0;
                if (call < 0 && total - launched <= SHOWN) {
                    log.unmatched(
                            "kernel", rank.device().name(nodes.event[i]), nodes.start(i), launchless(nodes.event[i]));
                }
            }
        }
        if (total > 0) {
            rows.add(new LinkedRank.Coverage("GPU events", launched, total));
            rows.add(new LinkedRank.Coverage("GPU events under an operator", owned, total));
        }
        if (launched < total) {
            log.warn(
                    "",
                    (total - launched) + " of " + total + " GPU events have no launch",
                    "launched before the window began," + " or without a correlation",
                    "kept in stream order"
                            + (named > 0 ? "; " + named + " assigned to the operator with their External id" : ""));
        }
    }

    private String launchless(int event) {
        return rank.device().correlation(event) <= 0
                ? "it has no correlation"
                : "no runtime call in the window has its correlation "
                        + rank.device().correlation(event);
    }

    private void hostCoverage(NodeTable nodes, List<LinkedRank.Coverage> rows) {
        if (rank.host() == null) {
            long ops = 0;
            for (int i = 0; i < rank.eventSize(); i++) {
                ops += rank.device().kind(i).isHostOp() ? 1 : 0;
            }
            rows.add(new LinkedRank.Coverage("host ops", ops, ops));
            return;
        }
        long total = 0;
        long matched = 0;
        for (int i = 0; i < rank.hostSize(); i++) {
            if (!HostTree.isRoot(rank.host(), i)) {
                total++;
                boolean found = rank.match().eventOf[i] >= 0;
                matched += found ? 1 : 0;
                if (!found && rank.device() != null && total - matched <= SHOWN) {
                    log.unmatched("host op", rank.host().name(i), LinkedRank.UNTIMED, "no Kineto event matches it");
                }
            }
        }
        rows.add(new LinkedRank.Coverage("host ops", matched, total));
        if (rank.device() != null && matched < total) {
            log.warn(
                    "",
                    (total - matched) + " of " + total + " host ops have no time",
                    "outside the Kineto window, on threads that the profiler did not record, or of another run",
                    "kept without a time, in thread order");
        } else if (rank.device() == null) {
            log.warn(
                    "",
                    "no device trace: no times, no GPU work",
                    "only the execution trace was found",
                    "linked by structure");
        }
    }
}
