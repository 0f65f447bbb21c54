// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.astra.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.etude.Simulation;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.GeneratedFiles;
import org.etude.cli.base.Results;
import org.etude.cli.base.Suggestion;
import org.etude.cli.base.TableOutput;
import org.etude.cli.option.FidelityName;
import org.etude.cli.option.LimitsMixin;
import org.etude.cli.option.SymmetryMixin;
import org.etude.compat.astra.AstraSim;
import org.etude.compat.astra.AstraSimArgs;
import org.etude.compat.astra.AstraSimReport;
import org.etude.report.Progress;
import org.etude.sim.result.SimulationResult;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** The command {@code astra-sim}, a drop-in for the ASTRA-sim binaries. */
@Command(
        name = "astra-sim",
        footer = {
            "",
            "Example: etude astra-sim --workload-configuration=w/allreduce --system-configuration=system.json"
                    + " --network-configuration=network.yml --remote-memory-configuration=no_memory.json"
        })
public final class AstraSimCommand extends org.etude.cli.base.Command {
    /** The original takes these and uses neither. */
    private static final Set<String> WITHOUT_EFFECT = Set.of("--comm-scale", "--compute-scale");

    private static final Set<String> LOGGING = Set.of("--logging-configuration", "--logging-folder");
    /** The formats of the result: the original's lines, or one of {@link TableOutput.Format}. */
    private enum Form {
        LOG,
        TABLE,
        CSV,
        JSON
    }

    /** What the original's library of options takes for a truth value. */
    private static final Pattern YES = Pattern.compile("[tT](rue)?|1");

    private static final Pattern NO = Pattern.compile("[fF](alse)?|0|");

    @Option(names = "--workload-configuration", paramLabel = "PREFIX", description = "Rank r reads PREFIX.r.et.")
    private Path workload;

    @Option(names = "--system-configuration", paramLabel = "JSON", description = "The system file.")
    private Path system;

    @Option(names = "--network-configuration", paramLabel = "YAML", description = "The network file.")
    private Path network;

    @Option(names = "--remote-memory-configuration", paramLabel = "JSON", description = "The remote-memory file.")
    private Path memory;

    @Option(
            names = "--comm-group-configuration",
            paramLabel = "JSON",
            description = "Communicator groups; a name that contains 'empty' means none.")
    private Path groups;

    @Option(
            names = "--logical-topology-configuration",
            paramLabel = "JSON",
            description = "Logical dimensions, for packet networks.")
    private Path logicalTopology;

    @Option(
            names = "--num-queues-per-dim",
            paramLabel = "N",
            defaultValue = "1",
            description = "Queues of each dimension. Default: 1.")
    private int queues;

    @Option(
            names = "--injection-scale",
            paramLabel = "X",
            defaultValue = "1",
            description = "Factor on the endpoint delay. Default: 1.")
    private double injectionScale;

    @Option(
            names = "--rendezvous-protocol",
            paramLabel = "BOOL",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            description = "Whether a receiver asks for each message.")
    private String rendezvous;

    @Option(
            names = "--backend",
            paramLabel = "NAME",
            defaultValue = "unaware",
            converter = FidelityName.class,
            description =
                    "unaware or aware of congestion, or packet, which takes the packet backend's configuration and"
                            + " needs --logical-topology-configuration. Default: unaware.")
    private Fidelity backend;

    @Mixin
    private PacketMixin packets = new PacketMixin();

    @Option(
            names = "--perfetto",
            paramLabel = "FILE",
            description = "Also write the run as a Chrome trace, which ui.perfetto.dev opens.")
    private Path perfetto;

    @Mixin
    private LimitsMixin limits = new LimitsMixin();

    @Option(names = "--compat", description = "Reproduce the original's numbers even where they are wrong.")
    private boolean compat;

    @Option(names = "--stall-free", description = "Schedule chunks so that they cannot wait for each other in a cycle.")
    private boolean stallFree;

    @Mixin
    private SymmetryMixin symmetry = new SymmetryMixin();

    @Option(names = "--replicate", description = "Every rank runs PREFIX.0.et; no other ET is read.")
    private boolean replicate;

    @Option(
            names = "--format",
            paramLabel = "FORM",
            defaultValue = "LOG",
            description = "log (the original's lines), csv, json or table. Default: log.")
    private Form form;

    @Unmatched // cxxopts' allow_unrecognised_options
    private List<String> ignored;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        AstraSimArgs args = args(progress());
        if (backend != Fidelity.PACKET) {
            tellIgnored();
        }
        Simulation simulation = backend == Fidelity.PACKET
                ? packets.run(args, ignored == null ? List.of() : ignored)
                : Results.untilInterrupted(() -> Simulation.run(AstraSim.scenario(args)));
        SimulationResult result = simulation.result();
        Results.perfetto(simulation, perfetto);
        quiet();
        if (form == Form.LOG) {
            AstraSimReport.print(result, console().out());
            console().out().flush();
            GeneratedFiles.tell(result.report(), console());
        } else {
            TableOutput.of(TableOutput.Format.valueOf(form.name())).print(console(), simulation.tables());
        }
        result.stall().ifPresent(stall -> console().say(stall.getMessage()));
        Results.sayStopped(simulation, console());
        return result.complete() ? ExitCode.OK : Results.exitCode(simulation);
    }

    /** Tells what the original passes over in silence, so that its scripts keep running. */
    private void tellIgnored() {
        List<String> known = spec.options().stream()
                .filter(option -> !option.hidden())
                .map(OptionSpec::longestName)
                .toList();
        for (String word : ignored == null ? List.<String>of() : ignored) {
            String name = word.replaceFirst("=.*", "");
            if (WITHOUT_EFFECT.contains(name) && !word.matches(".*=1([.]0*)?")) {
                console().say(name + " has no effect, as in ASTRA-sim");
            } else if (word.startsWith("-") && !LOGGING.contains(name) && !WITHOUT_EFFECT.contains(name)) {
                List<String> meant = Suggestion.of(name, known);
                console()
                        .say("unknown option " + name + " is ignored, as in ASTRA-sim"
                                + (meant.isEmpty() ? "" : "\n  " + Suggestion.question(meant)));
            }
        }
    }

    private AstraSimArgs args(Progress progress) {
        try {
            return given(progress);
        } catch (SimulationException e) { // a file is not given, or a number is none that the original takes
            throw wrong(e.getMessage());
        }
    }

    private AstraSimArgs given(Progress progress) {
        boolean asks = YES.matcher(rendezvous).matches();
        if (!asks && !NO.matcher(rendezvous).matches()) {
            throw wrong("--rendezvous-protocol is '" + rendezvous + "'; give true or false");
        }
        if (backend == Fidelity.PACKET && logicalTopology == null) {
            throw wrong("--logical-topology-configuration is missing\n  Give a file such as {\"logical-dims\": [\"8\","
                    + " \"4\"]}; the packet backend needs it.");
        }
        SimOptions options = SimOptions.defaults()
                .asReference()
                .fidelity(backend)
                .compat(compat)
                .wholeMicros(true)
                .stallFree(stallFree)
                .transport(queues, injectionScale, asks)
                .progress(progress);
        options = symmetry.on(limits.on(options));
        if (form == Form.LOG && perfetto == null) {
            // The lines only contain per-rank statistics.
            options = options.record();
        }
        return new AstraSimArgs(
                workload, system, network, memory, groups, logicalTopology, replicate, Path.of(""), options);
    }

    private ParameterException wrong(String why) {
        return new ParameterException(spec.commandLine(), why);
    }
}
