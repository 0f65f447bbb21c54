// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.command;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.etude.Plots;
import org.etude.TrioSimRun;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.GeneratedFiles;
import org.etude.cli.base.OutputException;
import org.etude.compat.triosim.TrioSim;
import org.etude.compat.triosim.engine.TrioSimParallelism;
import org.etude.compat.triosim.engine.TrioSimResult;
import org.etude.compat.triosim.engine.TrioSimSettings;
import org.etude.table.TableCsv;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tech.tablesaw.api.Table;

/** The command {@code triosim}. */
@Command(
        name = "triosim",
        footer = {
            "",
            "Without --compat, the original's known defects are corrected; those that affect the run are"
                    + " reported on stderr.",
            "",
            "Exit status: 0 success; 1 the input cannot be used, memory is too small, or (--compat) a deadlock.",
            "",
            "Example: etude triosim -trace-dir sample_trace/vgg13 -case 3 -GPUnumber 8 -ptp-bandwidth 65",
            "         etude triosim -trace-dir sample_trace/vgg13 -case 2 --rules plain --timeline ops.csv --figure t.pdf"
        })
public final class TrioSimCommand extends org.etude.cli.base.Command {
    private static final int DIGITS = 10;

    @Mixin
    private TrioSimArguments arguments = new TrioSimArguments();

    @Option(names = "--timeline", paramLabel = "FILE", description = "Write when each operator ran, as CSV.")
    private Path timeline;

    @Option(names = "--messages", paramLabel = "FILE", description = "Write when each message was in flight, as CSV.")
    private Path messages;

    @Option(names = "--perfetto", paramLabel = "FILE", description = "Write both as a Chrome trace for Perfetto.")
    private Path perfetto;

    @Option(
            names = "--figure",
            paramLabel = "FILE",
            description = "Draw both; the file's ending says how: .pdf, .svg, .png or .html.")
    private Path figure;

    @Override
    public void addTo(CommandLine line) {
        line.setPosixClusteredShortOptionsAllowed(false).setOverwrittenOptionsAllowed(true);
    }

    @Override
    public Integer call() {
        TrioSimSettings settings = arguments.settings();
        boolean times = timeline != null || messages != null || perfetto != null || figure != null;
        TrioSimResult result = times ? timed(settings) : TrioSim.run(arguments.trace(), settings);
        GeneratedFiles.tell(result.report(), console());
        if (settings.parallelism() == TrioSimParallelism.DATA) {
            print(TrioSimParallelism.REPLICAS, result.computeMs());
        }
        print(settings.parallelism(), result.totalMs());
        return ExitCode.OK;
    }

    private TrioSimResult timed(TrioSimSettings settings) {
        TrioSimRun run = TrioSimRun.of(arguments.trace(), settings);
        write(timeline, run::ops);
        write(messages, run::messages);
        if (perfetto != null) {
            run.exportPerfetto(perfetto.toString());
        }
        if (figure != null) {
            Plots.timeline(run).save(figure.toString());
        }
        return run.result();
    }

    private static void write(Path file, Supplier<Table> table) {
        if (file != null) {
            try {
                TableCsv.write(table.get(), file);
            } catch (IOException e) {
                throw new OutputException(file, e);
            }
        }
    }

    private void print(TrioSimParallelism kind, double ms) {
        // Formats like printf of C and Go: the digits of the binary value, not of its shortest decimal.
        console().out().println(kind.label() + new BigDecimal(ms).setScale(DIGITS, RoundingMode.HALF_EVEN));
    }
}
