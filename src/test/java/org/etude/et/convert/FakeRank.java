// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.etude.link.model.Collective;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.NodeKind;
import org.etude.report.Report;
import org.etude.spec.CollectiveType;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/** A linked graph made by hand; times in us, nodes ascending by start. */
public final class FakeRank implements LinkedRank {
    private record Node(
            NodeKind kind, String name, long start, long duration, int lane, int parent, List<int[]> dependencies) {}

    private final int rank;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Collective> collectives = new ArrayList<>();
    private final Map<Integer, Long> numbers = new HashMap<>();

    /** A rank without nodes. */
    public FakeRank(int rank) {
        this.rank = rank;
    }

    /** Adds a node and returns its number. */
    public int add(NodeKind kind, String name, double startMicros, double micros, int lane, int parent) {
        nodes.add(new Node(
                kind,
                name,
                Math.round(startMicros * 1000),
                Math.round(micros * 1000),
                lane,
                parent,
                new ArrayList<>()));
        return nodes.size() - 1;
    }

    int host(String name, double start, double micros, int thread) {
        return add(NodeKind.HOST_OP, name, start, micros, thread, -1);
    }

    int kernel(String name, double start, double micros, int stream, int launcher) {
        return add(NodeKind.KERNEL, name, start, micros, stream, launcher);
    }

    /** Gives the last collective the trace's own number. */
    public FakeRank numbered(long number) {
        numbers.put(collectives.size() - 1, number);
        return this;
    }

    @Override
    public long traceSequence(int k) {
        return numbers.getOrDefault(k, -1L);
    }

    FakeRank depend(int node, int on, EdgeKind kind) {
        nodes.get(node).dependencies().add(new int[] {on, kind.ordinal()});
        return this;
    }

    FakeRank comm(int node, CollectiveType type, long in, long out, String group, Integer... ranks) {
        return transfer(node, type, in, out, group, -1, -1, ranks);
    }

    /** Adds a collective or message of a node. */
    public FakeRank transfer(
            int node, CollectiveType type, long in, long out, String group, int peer, long tag, Integer... ranks) {
        collectives.add(new Collective(
                node,
                collectives.size(),
                type,
                in,
                out,
                List.of(),
                "Float",
                group,
                List.of(ranks),
                ranks.length == 0 ? -1 : ranks.length,
                peer,
                tag,
                -1,
                "kernel-args",
                ""));
        return this;
    }

    /** Adds an all-to-all of a node whose parts are not all of one size. */
    public FakeRank allToAll(int node, String group, List<Long> sent, Integer... ranks) {
        comm(node, CollectiveType.ALL_TO_ALL, sent.stream().mapToLong(b -> b).sum(), -1, group, ranks);
        Collective c = collectives.remove(collectives.size() - 1);
        collectives.add(new Collective(
                node,
                c.sequence(),
                c.type(),
                c.inBytes(),
                c.outBytes(),
                sent,
                c.dtype(),
                group,
                c.groupRanks(),
                c.groupSize(),
                -1,
                -1,
                -1,
                c.evidence(),
                ""));
        return this;
    }

    /** Hand-made ranks as a job. */
    public static LinkedSet set(int world, FakeRank... ranks) {
        List<RankTrace> traces = new ArrayList<>();
        for (FakeRank rank : ranks) {
            traces.add(rank.trace());
        }
        return new LinkedSet(
                new TraceSet("test", traces, world, Report.empty()),
                List.of(ranks),
                List.of(),
                Report.empty(),
                Optional.empty());
    }

    @Override
    public RankTrace trace() {
        return new RankTrace(rank, null, null, 0, List.of());
    }

    @Override
    public int size() {
        return nodes.size();
    }

    @Override
    public NodeKind kind(int i) {
        return nodes.get(i).kind();
    }

    @Override
    public String name(int i) {
        return nodes.get(i).name();
    }

    @Override
    public long startNanos(int i) {
        return nodes.get(i).start();
    }

    @Override
    public long durationNanos(int i) {
        return nodes.get(i).duration();
    }

    @Override
    public long exclusiveNanos(int i) {
        return nodes.get(i).duration();
    }

    @Override
    public int lane(int i) {
        return nodes.get(i).lane();
    }

    @Override
    public int stream(int i) {
        return nodes.get(i).kind().isGpu() ? nodes.get(i).lane() : -1;
    }

    @Override
    public int device(int i) {
        return nodes.get(i).kind().isGpu() ? 0 : -1;
    }

    @Override
    public int hostIndex(int i) {
        return -1;
    }

    @Override
    public int eventIndex(int i) {
        return -1;
    }

    @Override
    public int parent(int i) {
        return nodes.get(i).parent();
    }

    @Override
    public int dependencyCount(int i) {
        return nodes.get(i).dependencies().size();
    }

    @Override
    public int dependency(int i, int k) {
        return nodes.get(i).dependencies().get(k)[0];
    }

    @Override
    public EdgeKind dependencyKind(int i, int k) {
        return EdgeKind.values()[nodes.get(i).dependencies().get(k)[1]];
    }

    @Override
    public List<Collective> collectives() {
        return collectives;
    }

    @Override
    public Collective collective(int i) {
        return collectives.stream()
                .filter(c -> Objects.equals(c.node(), i))
                .findFirst()
                .orElse(null);
    }

    @Override
    public List<Collective> collectives(int i) {
        return collectives.stream().filter(c -> c.node() == i).toList();
    }

    @Override
    public List<Coverage> coverage() {
        return List.of();
    }
}
