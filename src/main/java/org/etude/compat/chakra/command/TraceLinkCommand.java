// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.command;

import java.nio.file.Path;
import org.etude.cli.base.ExitCode;
import org.etude.cli.option.FilePairMixin;
import org.etude.compat.chakra.link.ChakraTraceLink;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code chakra_trace_link}. */
@Command(
        name = "chakra-trace-link",
        footer = {
            "",
            "Without --compat, every GPU event is kept, whichever call launched it.",
            "",
            "Example: etude chakra-trace-link --rank 0 --chakra-host-trace host_0.json --chakra-device-trace device_0.json"
                    + " --output-file linked.0.json"
        })
public final class TraceLinkCommand extends org.etude.cli.base.Command {
    /** Python's. */
    private enum LogLevel {
        NOTSET,
        DEBUG,
        INFO,
        WARN,
        WARNING,
        ERROR,
        FATAL,
        CRITICAL
    }

    @Option(names = "--rank", required = true, paramLabel = "R", description = "The rank, for messages.")
    private int rank;

    @Option(
            names = {"--chakra-host-trace", "--chakra_host_trace"},
            required = true,
            paramLabel = "JSON",
            description = "The execution trace.")
    private Path host;

    @Option(
            names = {"--chakra-device-trace", "--chakra_device_trace"},
            required = true,
            paramLabel = "JSON",
            description = "The Kineto trace.")
    private Path device;

    @Option(
            names = {"--output-file", "--output_file"},
            required = true,
            paramLabel = "JSON",
            description = "The file to write.")
    private Path output;

    @Option(
            names = {"--log-level", "--log_level"},
            paramLabel = "LEVEL",
            description = "Accepted for scripts written for the original.")
    private LogLevel logLevel;

    @Option(names = "--compat", description = "Write what the original writes, losses included.")
    private boolean compat;

    @Override
    public Integer call() {
        Report report =
                ChakraTraceLink.run(rank, host, device, FilePairMixin.output(output, host, device), compat, progress());
        quiet();
        for (Finding f : report) {
            if (f.level() != Level.INFO) {
                console().say(f.where() + ": " + f.what() + " (" + f.effect() + ")");
            }
        }
        return ExitCode.OK;
    }
}
