// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.number.BinarySearch;
import org.etude.sim.program.CommStreams;
import org.etude.sim.program.NodeValues;
import org.etude.sim.program.RankProgram;
import org.etude.sim.spec.Scenario;
import org.etude.spec.Fidelity;
import org.etude.trace.activity.Activity;

/** When each node ran on each rank, ranks one after the other and nodes ascending by id; times in ns, -1 for never. */
public final class OpColumns implements TimedNodes {
    private static final String[] SLOTS = {"cpu", "gpu", "comm", "none"};

    private static final Activity[] ACTIVITIES = Activity.values();

    private final RankTimes[] ranks;
    /** For each rank, the rank that represents it; null when each represents itself. */
    private final int[] standIns;

    private final Scenario scenario;
    /** For each rank its number in the job; null when that is its index. */
    private final List<Integer> numbers;

    private final int[] first;
    private final int count;
    /** Programs of ranks that others represent, compiled on demand. */
    private final Map<Integer, RankProgram> own = new ConcurrentHashMap<>();

    /**
     * Creates the columns of all ranks of a scenario.
     *
     * @throws ArithmeticException when there are more rows than an int can index
     */
    OpColumns(RankTimes[] ranks, int[] standIns, Scenario scenario) {
        this(ranks, standIns, scenario, null);
    }

    /** Creates the columns of ranks whose numbers in the job differ from their indices. */
    OpColumns(RankTimes[] ranks, int[] standIns, Scenario scenario, List<Integer> numbers) {
        this.numbers = numbers;
        this.ranks = ranks;
        this.standIns = standIns;
        this.scenario = scenario;
        count = scenario.ranks().size();
        first = new int[count + 1];
        for (int r = 0; r < count; r++) {
            first[r + 1] = Math.addExact(first[r], times(r).program().size);
        }
    }

    private RankTimes times(int rank) {
        return ranks[standIns == null ? rank : standIns[rank]];
    }

    /**
     * The saved form: the times of each simulated rank, and which rank represents which.
     *
     * @param ranks times by rank, null for a rank that another represents
     * @param standIns for each rank the one that represents it, or null
     */
    record Times(List<NodeTimes> ranks, int[] standIns) {
        OpColumns of(Scenario scenario) {
            Map<EtGraph, RankProgram> programs = new IdentityHashMap<>();
            RankTimes[] all = new RankTimes[ranks.size()];
            for (int r = 0; r < all.length; r++) {
                NodeTimes times = ranks.get(r);
                if (times != null) {
                    RankProgram program = programs.computeIfAbsent(
                            scenario.ranks().get(r), g -> new RankProgram(g, CommStreams.of(scenario.options())));
                    all[r] = new RankTimes(program, times.issued, times.ended, times.arrived);
                }
            }
            return new OpColumns(all, standIns, scenario);
        }
    }

    /** When the nodes of a rank ran, as in {@link RankTimes}. */
    record NodeTimes(long[] issued, long[] ended, long[] arrived) {}

    Times times() {
        List<NodeTimes> all = new ArrayList<>();
        for (RankTimes rank : ranks) {
            all.add(rank == null ? null : new NodeTimes(rank.issued(), rank.ended(), rank.arrived()));
        }
        return new Times(all, standIns);
    }

    /** The number of rows. */
    @Override
    public int size() {
        return first[count];
    }

    /** The communicator groups that nodes name. */
    @Override
    public int numberOf(int rank) {
        return numbers == null ? rank : numbers.get(rank);
    }

    @Override
    public int rankOf(int number) {
        return numbers == null ? TimedNodes.super.rankOf(number) : numbers.indexOf(number);
    }

    @Override
    public CommGroups groups() {
        return scenario.groups();
    }

    /** The first row of a rank; for the number of ranks, {@link #size()}. */
    @Override
    public int firstOf(int rank) {
        return first[rank];
    }

    /** The number of ranks, including those that others represent. */
    @Override
    public int ranks() {
        return count;
    }

    /** The program of a rank's own trace, even if another rank was simulated for it. */
    public RankProgram program(int rank) {
        RankProgram simulated = times(rank).program();
        EtGraph graph = scenario.ranks().get(rank);
        if (graph == simulated.graph) {
            return simulated;
        }
        return own.computeIfAbsent(rank, r -> new RankProgram(graph, CommStreams.of(scenario.options())));
    }

    /** The rank of a row. */
    @Override
    public int rank(int row) {
        return rank(first, row);
    }

    /** The rank of a row, given the first row of each rank and the number of rows. */
    static int rank(int[] first, int row) {
        return first.length == 2 ? 0 : BinarySearch.firstAbove(first, 1, first.length - 1, row) - 1;
    }

    /** The node's id. */
    @Override
    public long node(int row) {
        int rank = rank(row);
        return times(rank).program().id[row - first[rank]];
    }

    /** The node's name. */
    @Override
    public String name(int row) {
        int rank = rank(row);
        return scenario.ranks().get(rank).name(times(rank).program().source(row - first[rank]));
    }

    /** The node's type. */
    @Override
    public EtNodeType type(int row) {
        int rank = rank(row);
        return times(rank).program().type[row - first[rank]];
    }

    /** When its work started; that is when it was issued, unless it was held back first. */
    @Override
    public long issued(int row) {
        int rank = rank(row);
        return times(rank).issued()[row - first[rank]];
    }

    /** What its time counts as; a collective's or message's time before {@link #arrived} is waiting. */
    @Override
    public Activity activity(int row) {
        int rank = rank(row);
        return ACTIVITIES[times(rank).program().activities()[row - first[rank]]];
    }

    /**
     * When the last partner of a collective or message arrived, after which it moves data; otherwise when it was
     * issued.
     */
    public long arrived(int row) {
        int rank = rank(row);
        return times(rank).arrived(row - first[rank]);
    }

    /** When it ended. */
    @Override
    public long ended(int row) {
        int rank = rank(row);
        return times(rank).ended()[row - first[rank]];
    }

    /**
     * How much longer it took than alone because transfers of a host backend were under way, in ns; 0 for anything but
     * host work that these slow.
     */
    public long lostNs(int row) {
        int rank = rank(row);
        int node = row - first[rank];
        RankProgram program = times(rank).program();
        boolean slowed = scenario.options().fidelity() != Fidelity.RECORDED
                && !scenario.system().replayOnly()
                && program.isSlowed(node);
        if (!slowed || ended(row) < 0) {
            return 0;
        }
        boolean timed = scenario.options().times().isPresent();
        double alone = program.aloneNs(node, NodeValues.ownNs(program, node, rank, timed));
        return Math.max(0, Math.round(ended(row) - issued(row) - alone));
    }

    /** The resource it held: cpu, gpu, comm or none. */
    @Override
    public String resource(int row) {
        int rank = rank(row);
        return resource(times(rank).program(), row - first[rank]);
    }

    @Override
    public String group(int row) {
        int rank = rank(row);
        return program(rank).group[row - first[rank]];
    }

    @Override
    public long number(int row, String attribute, long otherwise) {
        int rank = rank(row);
        return program(rank).attribute(row - first[rank], attribute, otherwise);
    }

    @Override
    public long[] ends(int rank) {
        return times(rank).ended();
    }

    @Override
    public short[] slots(int rank) {
        return program(rank).slot;
    }

    @Override
    public int[] lastParents(int rank) {
        RankProgram program = program(rank);
        long[] end = ends(rank);
        int[] last = new int[program.size];
        Arrays.fill(last, -1);
        for (int parent = 0; parent < program.size; parent++) {
            for (int c = program.childStart[parent]; c < program.childStart[parent + 1]; c++) {
                int child = program.children[c];
                if (last[child] < 0 || end[parent] > end[last[child]]) {
                    last[child] = parent;
                }
            }
        }
        return last;
    }

    private static String resource(RankProgram program, int node) {
        return resource(program.slot[node], program.type[node], program.cpuOp[node]);
    }

    /** The name of a resource: the first slots are fixed, further ones are host threads, streams and communicators. */
    static String resource(short slot, EtNodeType type, boolean host) {
        if (slot < SLOTS.length) {
            return SLOTS[slot];
        }
        return host ? "cpu" : type == EtNodeType.COMP ? "gpu" : "comm";
    }
}
