// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.etude.SimulationSettings;
import org.etude.Sweep;
import org.etude.Workload;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.GivenOptions;
import org.etude.cli.base.TableOutput;
import org.etude.cli.option.AlgorithmName;
import org.etude.cli.option.AssumedLinks;
import org.etude.cli.option.BytesText;
import org.etude.cli.option.FidelityName;
import org.etude.cli.option.LinkRates;
import org.etude.cli.option.ShardMixin;
import org.etude.cli.option.TopologyArgument;
import org.etude.cluster.Cluster;
import org.etude.report.EtudeException;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.Fidelity;
import org.etude.unit.Bytes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import tech.tablesaw.api.Table;

/** Many runs as one table. */
@Command(
        name = "sweep",
        footer = {
            "",
            "--vary takes allreduce=ring,halvingDoubling,... (algorithms of several dimensions with slashes: ring/direct),",
            "splits=1,4 and activechunks=1,4; given again, every combination of both.",
            "",
            "Examples:",
            "  etude sweep runs/x/repair --topology torus:4x4x8 --topology fattree:16x8 --vary allreduce=ring,direct",
            "  etude sweep runs/a runs/b --topology fattree:16x8 --together packed --together spread",
            "  etude sweep runs/x/repair --topology auto:1d --topology auto:2d --ranks 16,64 --out runs/s --shards 8 --print slurm",
            "  etude sweep runs/x/repair --topology auto:1d --ranks 16,64 --vary splits=1,2,4 --on spark://head:7077 --out runs/s"
        })
public final class SweepCommand extends org.etude.cli.base.Command implements CheckedOptions {
    private static final Map<String, Setter> NUMBERS =
            Map.of("splits", SimulationSettings::splits, "activechunks", SimulationSettings::activeChunks);

    @Parameters(
            arity = "1..*",
            paramLabel = "PREFIX",
            description =
                    "The ETs: the path before .RANK.et, or a directory; several are jobs to compare. A memory.csv next to"
                            + " them, as 'etude workload et' writes it, gives their memory.")
    private List<Path> prefixes = new ArrayList<>();

    @Option(
            names = {"--network", "--topology", "--topo"},
            converter = TopologyArgument.Converter.class,
            paramLabel = "NAME|FILE|SHAPE",
            required = true,
            description = "A network, as in 'etude simulate'. May be repeated.")
    private List<TopologyArgument> topologies = new ArrayList<>();

    @Allowed(from = 1)
    @Option(
            names = "--ranks",
            paramLabel = "N,...",
            split = ",",
            description = "Ranks to scale to. Default: the hosts of each network; for auto:... the ranks of the ETs.")
    private int[] ranks;

    @Option(
            names = "--links",
            paramLabel = "A,B",
            split = ",",
            description =
                    "Degraded links to compare: none, 3-8:0.5 (those between two nodes, at half their rate) or 10%%:0.25"
                            + " (a share of all). Messages then take every link of the graph, also those of hosts, so compare"
                            + " with none given here.")
    private List<String> links = new ArrayList<>();

    @Option(
            names = "--fitting",
            paramLabel = "SIZE",
            converter = BytesText.class,
            description = "Leave out jobs whose ranks hold more, such as 80GiB.")
    private Bytes fitting;

    @Option(names = "--vary", paramLabel = "WHAT=A,B", description = "Settings to compare. May be repeated.")
    private List<String> factors = new ArrayList<>();

    @Option(
            names = "--fidelity",
            paramLabel = "HOW",
            converter = FidelityName.class,
            description = "packet, analytic (also called unaware) or aware. Default: aware for ETs made of recordings,"
                    + " else packet.")
    private Fidelity fidelity;

    @Option(names = "--system", paramLabel = "JSON", description = "ASTRA-sim's system file.")
    private Path system;

    @Mixin
    private LinkRates rates = new LinkRates();

    @Option(
            names = "--together",
            paramLabel = "HOW",
            description =
                    "Run all jobs at the same time on each network, with this placement: packed, spread, or"
                            + " the hosts of each job,"
                            + " such as 0-3,8-11/4-7. May be repeated. One row per job: its step, its step alone, and its slowdown.")
    private List<String> together = new ArrayList<>();

    @Allowed(from = 1)
    @Option(names = "--threads", paramLabel = "N", description = "Runs at once. Default: all cores.")
    private Integer threads;

    @Option(
            names = "--on",
            paramLabel = "CLUSTER",
            description =
                    "Run on a Spark cluster: spark://HOST:7077, local-cluster[WORKERS,CORES,MB], local[THREADS], or spark for that"
                            + " of spark-submit; see docs/spark.md.")
    private String cluster;

    @Mixin
    private ShardMixin shard = new ShardMixin();

    @Option(names = "--cache", paramLabel = "DIR", description = "Where outcomes are kept. Default: the user's cache.")
    private String cache;

    @Option(names = "--no-cache", description = "Run everything again and keep no outcomes.")
    private boolean noCache;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where to write sweep.csv and sweep_runs.csv, or shared_jobs.csv.")
    private Path out;

    @Mixin
    private TableOutput output = new TableOutput();

    @Spec
    private CommandSpec spec;

    @Override
    public void check(GivenOptions given) {
        if (noCache) {
            given.refuse("next to --no-cache", "--cache");
        }
        given.accept("--together", () -> Sweep.requirePlacements(together.toArray(String[]::new)));
    }

    @Override
    public Integer call() {
        if (!together.isEmpty() && shard.isGiven()) {
            throw new ParameterException(
                    spec.commandLine(), "jobs that run --together have no shards; leave out --shard and --print");
        }
        Optional<String> submission = shard.submission(out);
        if (submission.isPresent()) {
            console().out().print(submission.get());
            return ExitCode.OK;
        }
        Sweep jobs = null;
        for (Path prefix : prefixes) {
            Workload work = Workload.read(prefix, progress());
            String name = prefixes.size() == 1 ? "" : prefix.getFileName().toString();
            OptionalLong memory = Sweep.memoryOf(prefix);
            jobs = jobs == null ? Sweep.of(name, work, memory) : jobs.and(name, work, memory);
        }
        if (!together.isEmpty()) {
            if (cluster != null) {
                throw new ParameterException(
                        spec.commandLine(), "--together runs on this machine; leave out --on " + cluster);
            }
            Table shared = settled(networks(jobs)).together(together.toArray(String[]::new));
            if (out != null) {
                output.save(out, List.of(shared));
            }
            quiet();
            output.print(console(), List.of(shared));
            return ExitCode.OK;
        }
        Sweep.Result result =
                shard.of(settled(networks(jobs)), out).progress(progress()).run();
        Table table = result.table();
        if (out != null) {
            result.save(out);
            output.twin(out, List.of(table));
        }
        quiet();
        output.print(console(), List.of(table));
        EqualSteps.note(table).ifPresent(note -> output.note(console(), note));
        if (!rates.isGiven() && links.isEmpty()) {
            AssumedLinks.note(topologies).ifPresent(console()::say);
        }
        return result.isComplete() ? ExitCode.OK : ExitCode.FINDINGS;
    }

    private Sweep networks(Sweep begun) {
        Sweep sweep = begun.with(this::set);
        for (TopologyArgument topology : topologies) {
            sweep = topology.dependsOnRanks()
                    ? sweep.over(topology.toString(), rates::apply)
                    : sweep.over(rates.apply(topology.topology(0)));
        }
        if (ranks != null) {
            sweep = sweep.overRanks(ranks);
        }
        sweep = links.isEmpty() ? sweep : overLinks(sweep);
        sweep = fitting == null ? sweep : sweep.fitting(fitting);
        for (String factor : factors) {
            sweep = vary(sweep, factor);
        }
        return sweep;
    }

    private Sweep overLinks(Sweep sweep) {
        try {
            return sweep.overLinks(links.toArray(String[]::new));
        } catch (EtudeException e) {
            throw new ParameterException(spec.commandLine(), "--links: " + e.getMessage());
        }
    }

    private void set(SimulationSettings settings) {
        if (fidelity != null) {
            settings.fidelity(fidelity);
        }
        if (system != null) {
            settings.system(system);
        }
    }

    private Sweep settled(Sweep begun) {
        if (!noCache && cache == null && together.isEmpty()) {
            begun.cacheObstacle()
                    .ifPresent(why -> console().say(why + "\n  Outcomes are not kept; name a directory with --cache."));
        }
        Sweep sweep = noCache ? begun.withoutCache() : cache == null ? begun : begun.cache(cache);
        if (cluster != null) {
            sweep = sweep.on(Cluster.at(cluster));
        }
        return threads == null ? sweep : sweep.threads(threads);
    }

    private Sweep vary(Sweep begun, String factor) {
        int at = factor.indexOf('=');
        String name = at < 0 ? "" : factor.substring(0, at).toLowerCase(Locale.ROOT);
        try {
            Sweep sweep = begun;
            for (String value : factor.substring(at + 1).split(",")) {
                sweep = sweep.vary(name, value, setting(name, value));
            }
            return sweep;
        } catch (EtudeException | IllegalArgumentException | TypeConversionException e) {
            throw new ParameterException(spec.commandLine(), "--vary " + factor + ": " + e.getMessage(), e);
        }
    }

    private static Consumer<SimulationSettings> setting(String name, String value) {
        if (name.equals("allreduce")) {
            AlgorithmSpec[] byDim = Arrays.stream(value.split("/"))
                    .map(new AlgorithmName()::convert)
                    .toArray(AlgorithmSpec[]::new);
            return s -> s.allReduce(byDim);
        }
        Setter setter = NUMBERS.get(name);
        if (setter == null) {
            throw new IllegalArgumentException("not allreduce=..., splits=... or activechunks=...");
        }
        int number = Integer.parseInt(value);
        return s -> setter.set(s, number);
    }

    /** A setting that takes a number. */
    private interface Setter {
        SimulationSettings set(SimulationSettings settings, int value);
    }
}
