// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

/** {@code etude} without a command: help and version. */
@Command(name = "etude")
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

    /** Whether an argument requests help. */
    static boolean asksForHelp(String argument) {
        return "--help".equals(argument) || "-h".equals(argument) || "help".equals(argument);
    }

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
