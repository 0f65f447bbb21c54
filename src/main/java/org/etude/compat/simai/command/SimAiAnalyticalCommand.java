// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import org.etude.cli.base.GeneratedFiles;
import org.etude.cli.base.Results;
import org.etude.compat.simai.analytic.AnalyticalCsv;
import org.etude.compat.simai.analytic.AnalyticalResult;
import org.etude.compat.simai.text.SimAiWorkload;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code simai-analytical}, a drop-in for SimAI_analytical. */
@Command(
        name = "simai-analytical",
        footer = {
            "",
            "Cases for which SimAI computes nonsense (2^63 ns, an empty file) are reported on stderr and"
                    + " given a sensible result.",
            "",
            "Exit status: 0 success; 3 success, but such a case was found; 1 the input cannot be used.",
            "",
            "Example: etude simai-analytical -w workload_analytical.txt -g 9216 -g_p_s 8 -n_p_s 8 -nv 360 -nic 48.5"
        })
public final class SimAiAnalyticalCommand extends org.etude.cli.base.Command {
    @Mixin
    private AnalyticalArguments arguments = new AnalyticalArguments();

    @Override
    public void addTo(CommandLine line) {
        line.setPosixClusteredShortOptionsAllowed(false);
    }

    @Override
    public Integer call() {
        AnalyticalResult result = arguments.run(SimAiWorkload.read(arguments.workload()));
        if (arguments.withoutRatios()) {
            console()
                    .err()
                    .println(
                            "etude: no tables of ratios: messages of every size have full bandwidth; give --ratio DIR");
        }
        GeneratedFiles.tell(result.report(), console());
        AnalyticalCsv.write(arguments.name(), result, arguments.result());
        AnalyticalCsv.text(arguments.name(), result)
                .lines()
                .limit(2)
                .forEach(console().out()::println);
        return Results.exitCode(result.report());
    }
}
