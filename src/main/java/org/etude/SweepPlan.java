// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.etude.cluster.Cluster;
import org.etude.et.wire.EtSet;
import org.etude.number.NumberRuns;
import org.etude.report.Given;
import org.etude.report.Progress;
import org.etude.report.WorkerPool;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Scenario;
import org.etude.spec.ScaleSettings;
import org.etude.sweep.CacheDirectory;
import org.etude.sweep.CoreShare;
import org.etude.sweep.Shard;
import org.etude.sweep.SharedJob;
import org.etude.sweep.SweepException;
import org.etude.sweep.SweepPoint;
import org.etude.sweep.SweepPoint.Prepared;
import org.etude.sweep.SweepRunner;
import org.etude.table.run.SweepTable;
import org.etude.topology.graph.LinkDegradation;
import org.etude.unit.Bytes;
import org.etude.workload.parallel.JobPlacement;
import org.etude.workload.parallel.PlacedJobs;

/** What a sweep varies and how it is run. A {@link Sweep} never changes the plan it holds, only copies of it. */
final class SweepPlan {
    private List<Named> names = List.of();
    private List<Topology> topologies = List.of();
    private Scale scale = Scale.NONE;
    private List<List<Variant>> factors = List.of();
    private List<String> links = List.of(LinkDegradation.NONE.text());
    private Optional<Bytes> limit = Optional.empty();
    private Consumer<SimulationSettings> common = s -> {};
    private Optional<Path> cache = Optional.of(CacheDirectory.sweeps());
    private int threads = CoreShare.of(System.getenv(), Runtime.getRuntime().availableProcessors());
    private Shard shard = Shard.WHOLE;
    private Progress progress = Progress.NONE;
    private Optional<Cluster> cluster = Optional.empty();

    SweepPlan copy() {
        SweepPlan copy = new SweepPlan();
        copy.names = names;
        copy.topologies = topologies;
        copy.scale = scale;
        copy.factors = factors;
        copy.links = links;
        copy.limit = limit;
        copy.common = common;
        copy.cache = cache;
        copy.threads = threads;
        copy.shard = shard;
        copy.progress = progress;
        copy.cluster = cluster;
        return copy;
    }

    void names(List<String> more, UnaryOperator<Topology> change) {
        names = plus(names, more.stream().map(name -> new Named(name, change)).toList());
    }

    void topologies(List<Topology> more) {
        topologies = plus(topologies, more);
    }

    void ranks(int[] numbers) {
        if (numbers.length == 0) {
            throw new SweepException("a sweep over no number of ranks has no runs", "Use overRanks(16, 128).");
        }
        scale = scale.ranks(numbers);
    }

    void scaled(Consumer<ScaleSettings> options) {
        scale = scale.with(options);
    }

    /** Adds a value to the factor of this name, or a new factor. */
    void vary(Variant variant) {
        List<List<Variant>> all = new ArrayList<>();
        boolean known = false;
        for (List<Variant> factor : factors) {
            boolean same = factor.get(0).factor().equals(variant.factor());
            if (same && factor.stream().anyMatch(v -> v.value().equals(variant.value()))) {
                throw new SweepException(
                        "the sweep already has a variant " + variant, "Give each value of a factor once.");
            }
            all.add(same ? plus(factor, List.of(variant)) : factor);
            known |= same;
        }
        if (!known) {
            all.add(List.of(variant));
        }
        factors = List.copyOf(all);
    }

    void links(List<String> degraded) {
        if (degraded.isEmpty()) {
            throw new SweepException(
                    "a sweep over no degradation of links has no runs", "Use overLinks(\"none\", \"10%:0.5\").");
        }
        degraded.forEach(LinkDegradation::parse);
        links = List.copyOf(degraded);
    }

    void limit(Bytes memory) {
        limit = Optional.of(memory);
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

    void cluster(Cluster machines) {
        cluster = Optional.of(machines);
    }

    Optional<Cluster> cluster() {
        return cluster;
    }

    /** The user's own cache is a convenience: where it cannot be written, everything runs without. */
    Optional<Path> cache() {
        return cacheObstacle().isPresent() ? Optional.empty() : cache;
    }

    Optional<String> cacheObstacle() {
        return cache.filter(directory -> directory.equals(CacheDirectory.sweeps()))
                .flatMap(usual -> CacheDirectory.obstacle());
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

    /** All jobs concurrently on each network, in each placement, with each combination of links and settings. */
    List<SharedJob> together(List<Job> jobs, List<String> placements) {
        if (topologies.isEmpty() && names.isEmpty() || placements.isEmpty()) {
            throw new SweepException(
                    "jobs that run together have no network, or no placement",
                    "Use over(Topology.ring(8), ...) and together(\"packed\", ...).");
        }
        if (scale.isGiven() || limit.isPresent() || shard != Shard.WHOLE) {
            throw new SweepException(
                    "jobs that run together cannot be scaled, filtered by memory, or run in shards",
                    "Scale each job first (etude scale), and leave out --ranks, --fitting and --shard.");
        }
        if (cache.isPresent() && !cache.get().equals(CacheDirectory.sweeps())) {
            throw new SweepException(
                    "outcomes of jobs that run together are not cached, in " + cache.get() + " or elsewhere",
                    "Leave out --cache (cache(...)).");
        }
        List<Topology> fabrics = new ArrayList<>(topologies);
        int ranks =
                jobs.stream().mapToInt(job -> job.work().set().ranks().size()).sum();
        names.forEach(name -> fabrics.add(name.at(ranks)));
        List<Callable<List<SharedJob>>> runs = new ArrayList<>();
        for (Topology fabric : fabrics) {
            for (String placement : placements) {
                for (String degraded : links) {
                    combinations()
                            .forEach(variants -> runs.add(
                                    () -> together(jobs, fabric, JobPlacement.parse(placement), degraded, variants)));
                }
            }
        }
        return inOrder(runs);
    }

    /** The rows of all runs, in order; runs execute on the plan's threads. */
    private List<SharedJob> inOrder(List<Callable<List<SharedJob>>> runs) {
        SweepRunner.requireThreads(threads);
        try (WorkerPool pool = WorkerPool.patient("etude-together", threads)) {
            return pool.inOrder(runs, done -> {}).stream().flatMap(List::stream).toList();
        }
    }

    private List<SharedJob> together(
            List<Job> jobs, Topology fabric, JobPlacement placement, String degraded, List<Variant> variants) {
        List<EtSet> sets = jobs.stream().map(job -> job.work().set()).toList();
        List<int[]> hosts =
                placement.hosts(sets.stream().map(set -> set.ranks().size()).toList(), fabric.hosts());
        Scenario shared = Simulation.of(Workload.of(PlacedJobs.of(sets, hosts, fabric.hosts())))
                .network(fabric.degraded(onGraph(degraded)))
                .with(common)
                .with(s -> variants.forEach(v -> v.apply(s)))
                .scenario();
        SimulationResult together = Simulation.run(shared).result();
        List<String> varied = new ArrayList<>(
                variants.stream().map(v -> v.factor() + "=" + v.value()).toList());
        if (links.size() > 1 || !degraded.equals(LinkDegradation.NONE.text())) {
            varied.add(0, "links=" + degraded);
        }
        List<SharedJob> rows = new ArrayList<>();
        for (int job = 0; job < jobs.size(); job++) {
            int[] own = hosts.get(job);
            SimulationResult alone = jobs.size() == 1
                    ? together
                    : Simulation.run(shared.ranks(PlacedJobs.alone(shared.ranks(), own)))
                            .result();
            rows.add(new SharedJob(
                    fabric.spec().toString(),
                    placement.toString(),
                    String.join(" ", varied),
                    jobs.get(job).name(),
                    NumberRuns.text(own, ","),
                    own.length,
                    alone.steps(),
                    last(together, own),
                    last(alone, own)));
        }
        return rows;
    }

    /** When the last of these ranks finished, in ns. */
    private static long last(SimulationResult result, int[] hosts) {
        return Arrays.stream(hosts)
                .mapToLong(host -> result.ranks().finish()[host])
                .max()
                .orElse(0);
    }

    /** Every combination: jobs outermost, then networks, scales, links, and settings in the order they were given. */
    List<SweepPoint> points(List<Job> jobs) {
        if (names.isEmpty() && topologies.isEmpty()) {
            throw new SweepException(
                    "a sweep has no network", "Use over(Topology.ring(8), ...) or over(\"auto:1d\", ...).");
        }
        List<SweepPoint> points = new ArrayList<>();
        for (Job job : jobs) {
            points(job, points);
        }
        return points;
    }

    private void points(Job job, List<SweepPoint> points) {
        SweepJobs scaled = new SweepJobs(job.work(), scale);
        int own = job.work().set().ranks().size();
        for (Topology topology : topologies) {
            for (int ranks : scale.ranksOr(topology.hosts())) {
                points(new Place(job, scaled, topology.spec().toString(), topology, ranks), points);
            }
        }
        for (Named name : names) {
            for (int ranks : scale.ranksOr(own)) {
                points(new Place(job, scaled, name.text, name.at(ranks), ranks), points);
            }
        }
    }

    /** A network made for a number of ranks, and what is then changed, such as its rates. */
    private record Named(String text, UnaryOperator<Topology> change) {
        Topology at(int ranks) {
            return Given.value(change.apply(Topology.parse(text, ranks)), "the changed topology");
        }
    }

    /**
     * A job of a sweep.
     *
     * @param name distinguishes it from other jobs, or ""
     * @param work its execution traces
     * @param memory the most bytes that a rank holds, if known
     */
    record Job(String name, Workload work, OptionalLong memory) {}

    /** A job at a number of ranks on a network. */
    private record Place(Job job, SweepJobs scaled, String name, Topology topology, int ranks) {}

    private void points(Place place, List<SweepPoint> points) {
        for (String degraded : links) {
            combinations().forEach(variants -> points.add(point(place, degraded, variants)));
        }
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

    private SweepPoint point(Place place, String degraded, List<Variant> variants) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(SweepTable.TOPOLOGY, place.name);
        labels.put(SweepTable.SCALE, Integer.toString(place.ranks));
        if (!place.job.name().isEmpty()) {
            labels.put("job", place.job.name());
        }
        if (links.size() > 1 || !degraded.equals(LinkDegradation.NONE.text())) {
            labels.put("links", degraded);
        }
        place.job.memory().ifPresent(bytes -> labels.put(SweepTable.MEMORY, Long.toString(bytes)));
        variants.forEach(v -> labels.put(v.factor(), v.value()));
        return new SweepPoint(labels, skipped(place), () -> prepare(place, degraded, variants));
    }

    /**
     * When degradations are compared, every run routes messages over the graph; "none" means all links at full rate.
     */
    private String onGraph(String degraded) {
        boolean compared = links.size() > 1 && degraded.equals(LinkDegradation.NONE.text());
        return compared ? "100%:1" : degraded;
    }

    private String skipped(Place place) {
        long memory = place.job.memory().orElse(0);
        if (limit.isPresent() && memory > limit.get().value()) {
            return "a rank holds " + new Bytes(memory) + ", more than " + limit.get();
        }
        return place.topology.hosts() == place.ranks
                ? ""
                : "the network has " + place.topology.hosts() + " hosts, the workload is scaled to " + place.ranks
                        + " ranks";
    }

    private Prepared prepare(Place place, String degraded, List<Variant> variants) {
        Workload job = place.scaled.at(place.ranks);
        SimulationSetup setup = Simulation.of(job)
                .network(place.topology.degraded(onGraph(degraded)))
                .with(common)
                .with(s -> variants.forEach(v -> v.apply(s)));
        return new Prepared(place.scaled.key(job, setup), place.scaled.run(job, setup));
    }

    @Override
    public String toString() {
        List<String> all = new ArrayList<>(names.stream().map(Named::text).toList());
        topologies.forEach(topology -> all.add(topology.spec().toString()));
        return "on " + (all.isEmpty() ? "no network yet" : String.join(", ", all))
                + (factors.isEmpty() ? "" : ", " + factors);
    }
}
