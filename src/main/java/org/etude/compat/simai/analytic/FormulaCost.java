// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.analytic;

import java.util.Map;
import java.util.Optional;
import org.etude.compat.simai.model.CommWord;
import org.etude.compat.simai.model.Diagnosis;
import org.etude.compat.simai.model.Parallel;
import org.etude.compat.simai.model.ParallelGrid;
import org.etude.compat.simai.model.SinglePrecision;
import org.etude.spec.CollectiveType;

/** Computes costs with SimAI's bus bandwidth formulas, its table of small messages and its ratio tables. */
final class FormulaCost implements CommCost {
    private static final double GIB = 1L << 30;
    private static final double NS_PER_S = 1e9;
    private static final long SMALL = 1L << 20;
    private static final int SEVERAL_GROUPS = 9;
    private static final Map<Integer, Long> SMALL_NS =
            Map.of(2, 10_000L, 4, 12_000L, 8, 15_000L, 16, 66_000L, 32, 135_000L, 64, 200_000L, 128, 320_000L);

    private final AnalyticalOptions options;
    private final ParallelGrid grid;
    private final Ratios ratios;
    private final Diagnosis diagnosis;

    FormulaCost(AnalyticalOptions options, ParallelGrid grid, Ratios ratios, Diagnosis diagnosis) {
        this.options = options;
        this.grid = grid;
        this.ratios = ratios;
        this.diagnosis = diagnosis;
    }

    /**
     * The placement of a group.
     *
     * @param servers number of servers
     * @param gpus GPUs per server
     * @param nics NICs per server that serve it
     */
    private record Placement(int servers, int gpus, float nics) {}

    /**
     * A bus bandwidth.
     *
     * @param gigabytes GB/s
     * @param nvlinkBound whether NVLink limits it
     */
    private record Bus(float gigabytes, boolean nvlinkBound) {}

    @Override
    public long nanos(String where, CollectiveType collective, Parallel kind, int ranks, long bytes) {
        if (ranks <= 1) {
            if (kind == Parallel.TP && (bytes <= 1 || bytes >= SMALL)) {
                diagnosis.error(
                        where,
                        "a tensor-parallel collective of one rank",
                        "a group of one rank has no bandwidth: SimAI takes 2^63 ns",
                        "it takes no time here; generate the workload without collectives of one rank");
            }
            return 0;
        }
        if (bytes == 0) {
            return 0;
        }
        if (bytes > 1 && bytes < SMALL) {
            return small(where, collective, Optional.of(kind), ranks, bytes);
        }
        return large(where, collective, kind, ranks, bytes);
    }

    /** SimAI looks up small messages before it determines the group. */
    @Override
    public long nanosWithoutGroup(String where, CollectiveType collective, int ranks, long bytes) {
        boolean small = bytes > 1 && bytes < SMALL && ranks > 1 && !options.corrected();
        return small ? small(where, collective, Optional.empty(), ranks, bytes) : 0;
    }

    private long small(String where, CollectiveType collective, Optional<Parallel> kind, int ranks, long bytes) {
        Long nanos = SMALL_NS.get(ranks);
        if (nanos != null) {
            return nanos;
        }
        diagnosis.warn(
                where,
                "a small message among " + ranks + " ranks",
                "SimAI's table of messages below 1 MiB has 2, 4, 8, ... 128 ranks",
                options.corrected() ? "it is charged by bandwidth" : "it takes no time, as in SimAI");
        return options.corrected() ? large(where, collective, kind.orElseThrow(), ranks, bytes) : 0;
    }

    private long large(String where, CollectiveType collective, Parallel kind, int ranks, long bytes) {
        Bus bus = collective == CollectiveType.ALL_TO_ALL ? allToAll(where, kind, ranks) : ring(where, kind, ranks);
        float ratio = (float) ratio(where, collective, kind, ranks, bytes, bus);
        return (long) CommWord.onBus(collective, bytes / GIB / (ratio * bus.gigabytes) * NS_PER_S, ranks);
    }

    private Bus ring(String where, Parallel kind, int ranks) {
        Placement placement = placement(where, kind, ranks);
        float nvlink = (float) options.nvlink();
        float nics = (float) options.nic() * placement.nics;
        if (placement.servers == 1) {
            return new Bus(nvlink, false);
        }
        if (placement.gpus == 1 || nics <= nvlink) {
            return new Bus(nics, false);
        }
        // NICs faster than NVLink carry part of the traffic inside a server.
        float inside = nvlink * placement.gpus / (placement.gpus - 1);
        return new Bus(Math.min(inside, nics), inside < nics);
    }

    private Bus allToAll(String where, Parallel kind, int ranks) {
        Placement placement = placement(where, kind, ranks);
        if (placement.servers == 1) {
            return new Bus((float) options.nvlink(), true);
        }
        int all = placement.servers * placement.gpus;
        return new Bus(
                (float) options.nic() * placement.nics / placement.gpus * (all - 1) / (all - placement.gpus), false);
    }

    private Placement placement(String where, Parallel kind, int ranks) {
        int perServer = options.gpusPerServer();
        int nics = options.nicsPerServer();
        int tp = grid.tp();
        return switch (kind) {
            case TP -> tp <= perServer ? new Placement(1, tp, nics) : new Placement(tp / perServer, perServer, nics);
            case EP -> experts(where, ranks);
            case DP -> data(where, ranks, tp);
            case DP_EP -> data(where, ranks, tp * grid.ep());
        };
    }

    private Placement experts(String where, int ranks) {
        int perServer = options.gpusPerServer();
        int tp = grid.tp();
        if (tp * ranks <= perServer) {
            return new Placement(1, perServer / tp, options.nicsPerServer());
        }
        int gpus = Math.max(perServer / tp, 1);
        return new Placement(tp * ranks / perServer, gpus, nics(where, Math.min(tp, perServer)));
    }

    /** The placement of data-parallel groups, with a stride between ranks. SimAI assumes one server per rank. */
    private Placement data(String where, int ranks, int stride) {
        int perServer = options.gpusPerServer();
        if (stride > perServer) {
            return new Placement(ranks, 1, nics(where, perServer));
        }
        int gpus = perServer / stride;
        int servers = options.corrected() ? Math.max(1, ranks / gpus) : ranks;
        return new Placement(servers, servers == 1 ? ranks : gpus, nics(where, stride));
    }

    /** The NICs of a server that serve one of the groups that share them. */
    private float nics(String where, int groups) {
        int whole = options.nicsPerServer() / groups;
        if (whole >= 1) {
            return whole;
        }
        diagnosis.error(
                where,
                "less than one NIC for each of " + groups + " groups of a server",
                options.nicsPerServer() + " NICs serve them: SimAI takes a bandwidth of -1, and times wrap to 2^64",
                "each group has its share of a NIC here");
        return (float) options.nicsPerServer() / groups;
    }

    private double ratio(String where, CollectiveType collective, Parallel kind, int ranks, long bytes, Bus bus) {
        int perServer = options.gpusPerServer();
        int tp = grid.tp();
        RatioTable table = RatioTable.NONE;
        int servers = 1;
        if (kind == Parallel.TP && collective == CollectiveType.ALL_TO_ALL) {
            table = ratios.allToAll();
            servers = tp <= perServer ? 1 : tp / perServer;
        } else if (kind == Parallel.TP && collective != CollectiveType.ALL_REDUCE) {
            table = bus.nvlinkBound ? ratios.nvlink() : ratios.nic();
            servers = tp < perServer ? 1 : tp / perServer;
        } else if (kind == Parallel.EP && collective == CollectiveType.ALL_TO_ALL) {
            table = ratios.allToAll();
            int several = tp >= perServer ? SEVERAL_GROUPS : tp * ranks / perServer;
            servers = tp * ranks <= perServer ? 1 : several;
        }
        if (table.beyond(bytes)) {
            diagnosis.error(
                    where,
                    "a message of more than 16 GiB",
                    bytes + " bytes are beyond the ratio tables: SimAI ends with an empty file",
                    "the largest size's ratio is taken");
        }
        return table.share(bytes, RatioTable.column(servers));
    }

    /** SimAI divides by the overlap instead of a bandwidth; the corrected rule uses the bandwidth of a NIC. */
    @Override
    public double stageMicros(double bytes) {
        double overlap = options.overlap().pp();
        double gigabytes = options.corrected() ? options.nic() : overlap;
        if (overlap == 1 || bytes == 0) {
            return 0;
        }
        if (gigabytes == 0) {
            diagnosis.error(
                    "pp_comm",
                    "messages between stages at a rate of 0",
                    "SimAI divides by -pp_o, which is 0",
                    "they take no time here; use --corrected for the rate of a NIC");
            return 0;
        }
        long all = (long) (bytes / GIB / (float) gigabytes * NS_PER_S / 1000);
        return SinglePrecision.part(all, overlap);
    }
}
