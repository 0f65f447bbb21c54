package org.etude.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

/** {@code etude} without a command: help and version. */
@Command(
        name = "etude",
        versionProvider = Top.Version.class,
        description =
                "Study distributed deep-learning training from recorded traces: load, link, convert, repair, simulate.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  etude demo",
            "  etude run my-traces --out runs/x --topology torus:4x4x8 --bandwidth 25,25,65Gbps --latency 5,5,14us",
            "  etude load my-traces --format csv",
            "",
            "'etude COMMAND --help' tells more. Tables and files: docs/formats.md.",
            "Exit status: 0 done; 1 the input or result is bad; 2 wrong usage; 3 done, but an error was found in what",
            "was looked at; 70 a fault of Etude; 75 stopped at a limit such as --max-time; 130 interrupted."
        })
final class Top {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    private boolean version;

    /** The version as the jar states it. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String stated = CommandLine.class.getClassLoader() == null
                    ? null
                    : Top.class.getPackage().getImplementationVersion();
            return new String[] {"etude " + (stated == null ? "(not packaged)" : stated)};
        }
    }
}
