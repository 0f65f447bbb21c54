package org.etude.cli;

import java.util.Locale;
import org.etude.cli.triosim.TrioSimArguments;
import org.etude.workload.triosim.Parallelism;
import org.etude.workload.triosim.TrioSim;
import org.etude.workload.triosim.TrioSimResult;
import org.etude.workload.triosim.TrioSimSettings;
import org.etude.workload.triosim.TrioSimTrace;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** TrioSim. */
@Command(
        name = "triosim",
        description = "Extrapolate a step recorded on one GPU to many, as TrioSim does, and print its time.",
        footer = {
            "",
            "Without --compat the original's known defects are corrected; each that concerns the run is told on stderr.",
            "",
            "Exit status: 0 done; 1 the input cannot be used, memory is too small, or (--compat) a dead-lock.",
            "",
            "Example: etude triosim -trace-dir sample_trace/vgg13 -case 3 -GPUnumber 8 -ptp-bandwidth 65"
        })
final class TrioSimCommand extends org.etude.cli.Command {
    @Mixin
    private TrioSimArguments arguments = new TrioSimArguments();

    @Override
    void addTo(CommandLine line) {
        line.setPosixClusteredShortOptionsAllowed(false);
    }

    @Override
    public Integer call() {
        TrioSimSettings settings = arguments.settings();
        TrioSimResult result = TrioSim.run(TrioSimTrace.read(arguments.traceDirectory()), settings);
        GeneratedFiles.tell(result.report(), console());
        if (settings.parallelism() == Parallelism.DATA) {
            print(Parallelism.REPLICAS, result.computeMs());
        }
        print(settings.parallelism(), result.totalMs());
        return ExitCode.OK;
    }

    private void print(Parallelism kind, double ms) {
        console().out().println(String.format(Locale.ROOT, "%s%.10f", kind.label(), ms));
    }
}
