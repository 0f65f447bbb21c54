package org.etude.sim;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import org.etude.et.EtGraph;
import org.etude.et.EtNodeType;
import org.etude.trace.activity.Activity;

/** What each node did on each rank, ranks one after the other and nodes ascending by id; times in ns, -1 for never. */
public final class OpColumns {
    private static final String[] SLOTS = {"cpu", "gpu", "comm", "none", "comm"};

    private static final Activity[] ACTIVITIES = Activity.values();

    private final RankWorkload[] ranks;
    /** By rank: the one that stands for it, or null when each stands for itself. */
    private final int[] standIns;

    private final Scenario scenario;
    private final int[] first;
    private final int count;
    /** Traces of ranks that others stand for, made ready when somebody asks. */
    private final Map<Integer, RankProgram> own = new ConcurrentHashMap<>();

    /**
     * Columns of all ranks of a scenario.
     *
     * @throws ArithmeticException when there are more rows than an index reaches
     */
    OpColumns(RankWorkload[] ranks, int[] standIns, Scenario scenario) {
        this.ranks = ranks;
        this.standIns = standIns;
        this.scenario = scenario;
        count = scenario.ranks().size();
        first = new int[count + 1];
        for (int r = 0; r < count; r++) {
            first[r + 1] = Math.addExact(first[r], workload(r).program.size);
        }
    }

    private RankWorkload workload(int rank) {
        return ranks[standIns == null ? rank : standIns[rank]];
    }

    /** The number of rows. */
    public int size() {
        return first[count];
    }

    /** The first row of a rank; that of the number of ranks is {@link #size()}. */
    public int firstOf(int rank) {
        return first[rank];
    }

    /** The number of ranks. */
    int ranks() {
        return ranks.length;
    }

    RankProgram program(int rank) {
        RankProgram simulated = workload(rank).program;
        EtGraph graph = scenario.ranks().get(rank);
        if (graph == simulated.graph) {
            return simulated;
        }
        boolean several = scenario.options().streams() == SimOptions.Streams.PER_GROUP;
        return own.computeIfAbsent(
                rank,
                r -> new RankProgram(
                        graph, new CommStreams(several), scenario.options().wholeMicros()));
    }

    /** The rank of a row. */
    public int rank(int row) {
        int low = 0;
        int high = count - 1;
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (first[middle] <= row) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** The node's id. */
    public long node(int row) {
        return longOf(row, node -> rankOf(row).program.id[node]);
    }

    /** The node's name. */
    public String name(int row) {
        EtGraph graph = scenario.ranks().get(rank(row));
        return textOf(row, node -> graph.name(rankOf(row).program.source(node)));
    }

    /** The node's type. */
    public EtNodeType type(int row) {
        return rankOf(row).program.type[row - first[rank(row)]];
    }

    /** When it was issued; work begins at once. */
    public long issued(int row) {
        return longOf(row, node -> rankOf(row).issued[node]);
    }

    /** What its time counts as; a collective's or message's time before {@link #arrived} is waiting. */
    public Activity activity(int row) {
        RankProgram program = rankOf(row).program;
        return ACTIVITIES[program.activities()[row - first[rank(row)]]];
    }

    /** When the last partner of a collective or message arrived, from where on it moves data; else when it was issued. */
    public long arrived(int row) {
        return longOf(row, node -> rankOf(row).arrived(node));
    }

    /** When it ended. */
    public long ended(int row) {
        return longOf(row, node -> rankOf(row).ended[node]);
    }

    /** What it held: cpu, gpu, comm or none. */
    public String resource(int row) {
        return textOf(row, node -> SLOTS[Math.min(rankOf(row).program.slot[node], SLOTS.length - 1)]);
    }

    private RankWorkload rankOf(int row) {
        return workload(rank(row));
    }

    private long longOf(int row, IntToLongFunction column) {
        return column.applyAsLong(row - first[rank(row)]);
    }

    private String textOf(int row, IntFunction<String> column) {
        return column.apply(row - first[rank(row)]);
    }
}
