package org.etude;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.etude.report.Progress;
import org.etude.sim.PacketResult;
import org.etude.sweep.Shard;
import org.etude.sweep.SweepException;
import org.etude.sweep.SweepOutcome;
import org.etude.sweep.SweepPoint;
import org.etude.sweep.SweepPoint.Prepared;
import org.etude.table.run.SweepTable;

/** What a sweep varies and how it is run. A {@link Sweep} never changes the plan it holds, only copies of it. */
final class SweepPlan {
    private List<String> names = List.of();
    private List<Topology> topologies = List.of();
    private Optional<Scale> scale = Optional.empty();
    private List<List<Variant>> factors = List.of();
    private Consumer<SimulationSettings> common = s -> {};
    private Optional<Path> cache = Optional.of(CacheDirectory.sweeps());
    private int threads = Runtime.getRuntime().availableProcessors();
    private Shard shard = Shard.WHOLE;
    private Progress progress = Progress.NONE;

    SweepPlan copy() {
        SweepPlan copy = new SweepPlan();
        copy.names = names;
        copy.topologies = topologies;
        copy.scale = scale;
        copy.factors = factors;
        copy.common = common;
        copy.cache = cache;
        copy.threads = threads;
        copy.shard = shard;
        copy.progress = progress;
        return copy;
    }

    void names(List<String> more) {
        names = plus(names, more);
    }

    void topologies(List<Topology> more) {
        topologies = plus(topologies, more);
    }

    void scale(Scale value) {
        scale = Optional.of(value);
    }

    void factor(List<Variant> variants) {
        if (variants.isEmpty()) {
            throw new SweepException("a sweep over no settings at all has no runs", "Give at least one variant.");
        }
        factors = plus(factors, List.of(variants));
    }

    void common(Consumer<SimulationSettings> more) {
        common = common.andThen(more);
    }

    void cache(Optional<Path> directory) {
        cache = directory;
    }

    void threads(int count) {
        threads = count;
    }

    void shard(Shard part) {
        shard = part;
    }

    void progress(Progress watcher) {
        progress = watcher;
    }

    Optional<Path> cache() {
        return cache;
    }

    int threads() {
        return threads;
    }

    Shard shard() {
        return shard;
    }

    Progress progress() {
        return progress;
    }

    private static <T> List<T> plus(List<T> some, List<T> more) {
        List<T> all = new ArrayList<>(some);
        all.addAll(more);
        return List.copyOf(all);
    }

    /** Every combination: networks outermost, then scales, then settings in the order they were given. */
    List<SweepPoint> points(Workload work) {
        int own = work.set().ranks().size();
        if (names.isEmpty() && topologies.isEmpty()) {
            throw new SweepException(
                    "a sweep has no network", "Say over(Topology.ring(8), ...) or over(\"auto:1d\", ...).");
        }
        SweepJobs jobs = new SweepJobs(work, scale);
        List<SweepPoint> points = new ArrayList<>();
        List<List<Variant>> variants = combinations();
        for (Topology topology : topologies) {
            for (int ranks : scale.map(Scale::ranks).orElse(List.of(topology.hosts()))) {
                variants.forEach(v -> points.add(point(jobs, topology.spec().toString(), topology, ranks, v)));
            }
        }
        for (String name : names) {
            for (int ranks : scale.map(Scale::ranks).orElse(List.of(own))) {
                variants.forEach(v -> points.add(point(jobs, name, Topology.parse(name, ranks), ranks, v)));
            }
        }
        return points;
    }

    private List<List<Variant>> combinations() {
        List<List<Variant>> all = List.of(List.of());
        for (List<Variant> factor : factors) {
            List<List<Variant>> longer = new ArrayList<>();
            for (List<Variant> begun : all) {
                factor.forEach(v -> longer.add(plus(begun, List.of(v))));
            }
            all = longer;
        }
        return all;
    }

    private SweepPoint point(SweepJobs jobs, String name, Topology topology, int ranks, List<Variant> variants) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(SweepTable.TOPOLOGY, name);
        labels.put(SweepTable.SCALE, Integer.toString(ranks));
        variants.forEach(v -> labels.put(v.factor(), v.value()));
        String skipped = topology.hosts() == ranks
                ? ""
                : "the network has " + topology.hosts() + " hosts, the workload is scaled to " + ranks + " ranks";
        return new SweepPoint(labels, skipped, () -> prepare(jobs, topology, ranks, variants));
    }

    private Prepared prepare(SweepJobs jobs, Topology topology, int ranks, List<Variant> variants) {
        Workload job = jobs.at(ranks);
        SimulationSetup setup =
                Simulation.of(job).network(topology).with(common).with(s -> variants.forEach(v -> v.apply(s)));
        return new Prepared(jobs.key(job, setup), () -> outcome(setup));
    }

    private static SweepOutcome outcome(SimulationSetup setup) {
        long start = System.nanoTime();
        Simulation run = setup.run();
        double seconds = (System.nanoTime() - start) / 1e9;
        return run.packets()
                .map((PacketResult p) -> SweepOutcome.of(p, seconds))
                .orElseGet(() -> SweepOutcome.of(run.result(), seconds));
    }
}
