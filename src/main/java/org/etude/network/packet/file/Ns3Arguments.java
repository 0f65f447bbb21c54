// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import java.util.ArrayList;
import java.util.List;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.spec.network.PacketNetworkSpec;

/**
 * Arguments that the reference's command line passes to ns-3. {@code --RngRun=2} selects another run of the random
 * numbers; {@code --ns3::QbbNetDevice::QbbEnabled=false} lets ports ignore pauses. Other ns-3 attributes and global
 * values are reported; other arguments are ignored.
 */
public final class Ns3Arguments {
    private static final String RUN = "--RngRun=";
    private static final String PAUSES = "QbbEnabled=";
    private static final List<String> GLOBALS =
            List.of("--RngSeed=", "--SchedulerType=", "--SimulatorImplementationType=", "--ChecksumEnabled=");
    private static final List<String> TRUE = List.of("true", "t", "1");
    private static final List<String> FALSE = List.of("false", "f", "0");

    private final List<Finding> findings = new ArrayList<>();
    private PacketNetworkSpec spec;

    private Ns3Arguments(PacketNetworkSpec spec) {
        this.spec = spec;
    }

    /**
     * Parses arguments, each as {@code --name=value}.
     *
     * @throws PacketNetworkException when a value is invalid
     */
    public static Ns3Arguments of(PacketNetworkSpec spec, List<String> arguments) {
        Ns3Arguments all = new Ns3Arguments(spec);
        arguments.forEach(all::take);
        return all;
    }

    private void take(String argument) {
        if (argument.startsWith(RUN)) {
            spec = spec.withRandomRun(run(argument));
        } else if (argument.contains("::") && argument.contains(PAUSES)) {
            spec = spec.with(spec.switches().withPfc(truth(argument)));
        } else if (argument.startsWith("--ns3::") || GLOBALS.stream().anyMatch(argument::startsWith)) {
            findings.add(new Finding(
                    Finding.Level.WARNING,
                    "simulate",
                    -1,
                    argument,
                    "argument of ns-3",
                    "the packet network does not model it",
                    "ignored"));
        }
    }

    private static long run(String argument) {
        try {
            long run = Long.parseLong(argument.substring(RUN.length()));
            if (run > 0) {
                return run;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new PacketNetworkException(argument + " is not a run number", "Give --RngRun=1 or more.");
    }

    private static boolean truth(String argument) {
        String value = argument.substring(argument.indexOf('=') + 1);
        if (!TRUE.contains(value) && !FALSE.contains(value)) {
            throw new PacketNetworkException(argument + " is neither true nor false", "Give true or false.");
        }
        return TRUE.contains(value);
    }

    /** The network specification with the arguments applied. */
    public PacketNetworkSpec spec() {
        return spec;
    }

    /** The arguments that have no effect. */
    public Report report() {
        return Report.of(findings);
    }
}
