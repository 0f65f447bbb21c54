// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.JobOutput;
import org.etude.table.Shards;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The parts of a job array as one table. */
@Command(
        name = "merge",
        footer = {
            "",
            "Parts of 'etude sweep', 'plan', 'convert', 'kernels' and 'replay'. The files are byte for byte"
                    + " those of one process."
                    + " Parts that belong to other work or other inputs are refused. While parts are missing, nothing"
                    + " is written unless --partial"
                    + " is given (sweeps and kernels only), and the exit status is 3.",
            "",
            "Example: etude merge runs/sweep"
        })
public final class MergeCommand extends org.etude.cli.base.Command {
    @Parameters(
            arity = "1..*",
            paramLabel = "DIR",
            description = "What --out named for the parts, or the directories of single parts.")
    private List<Path> places = new ArrayList<>();

    @Option(names = "--out", paramLabel = "DIR", description = "Where to write the files. Default: DIR, if it is one.")
    private Path out;

    @Option(names = "--partial", description = "Merge what exists even if parts are missing.")
    private boolean partial;

    @Mixin
    private JobOutput output = new JobOutput(true);

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (out == null && places.size() > 1) {
            throw new ParameterException(
                    spec.commandLine(), "several directories need --out, where to write the files");
        }
        Shards merged = Shards.merge(places.toArray(Path[]::new)).progress(progress());
        List<Integer> missing = merged.missing();
        if (!missing.isEmpty()) {
            console()
                    .err()
                    .println("etude: " + missing.size() + " of " + merged.count() + " shards are missing: "
                            + merged.missingText());
            console()
                    .err()
                    .println("  Run these tasks again into the same directory; runs that had ended are in the cache.");
            if (!partial) {
                return ExitCode.FINDINGS;
            }
        }
        merged.save(out == null ? places.get(0) : out, output.isForced());
        quiet();
        if (!merged.goneText().isEmpty()) {
            console().err().println("etude: " + merged.goneText());
        }
        output.print(console(), merged.showsRankGroups() ? output.grouped(merged.tables()) : merged.tables());
        if (!merged.note().isEmpty()) {
            output.note(console(), merged.note());
        }
        if (merged.verb().isEmpty()) {
            EqualSteps.note(merged.table()).ifPresent(note -> output.note(console(), note));
        }
        return missing.isEmpty() && merged.isSound() ? ExitCode.OK : ExitCode.FINDINGS;
    }
}
