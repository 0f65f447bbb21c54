// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.nio.file.Path;
import java.util.List;
import org.etude.Workload;
import org.etude.report.Progress;
import picocli.CommandLine.Option;
import tech.tablesaw.api.Table;

/** Output of a command that writes execution traces, or all stages of a job, over which other ones may lie. */
@HelpGroup("Output")
public final class JobOutput extends TableOutput {
    @Option(
            names = "--force",
            description = "Replace ETs of another job, or a run of other traces, under --out. Default: refuse.")
    private boolean force;

    private final boolean alwaysWrites;

    /** For a command that writes if --out is given. */
    public JobOutput() {
        this(false);
    }

    /**
     * For a command that may write without --out.
     *
     * @param alwaysWrites whether it does
     */
    public JobOutput(boolean alwaysWrites) {
        this.alwaysWrites = alwaysWrites;
    }

    @Override
    public void check(GivenOptions given) {
        super.check(given);
        if (!alwaysWrites) {
            given.need("--out", "--force");
        }
    }

    /** Whether ETs of other jobs are to be replaced. */
    public boolean isForced() {
        return force;
    }

    /**
     * Refuses to begin a job of several stages whose results would replace those of another one.
     *
     * @param directory where its stages are to be written, or null
     * @param stages its subdirectories
     * @param identity the file below the directory that tells of which job they are
     * @param job what that file holds if they are of the same job, whose files are then replaced
     * @throws org.etude.report.EtudeException when they are of another, unless {@code --force} is given
     */
    public void claimForStages(Path directory, List<String> stages, Path identity, Table job) {
        if (directory != null && !force) {
            ExistingOutput.refuseOtherStages(directory, stages, identity, job);
        }
    }

    /**
     * Writes execution traces and tables about them.
     *
     * @throws org.etude.report.EtudeException when ETs of another job must stay, unless {@code --force} is given
     */
    public void save(Path directory, Workload workload, Progress progress, List<Table> tables) {
        workload.save(directory, force, progress);
        save(directory, tables);
    }

    /**
     * Writes a stage of a job for which {@link #claimForStages} was called, over what this job wrote before.
     *
     * @throws org.etude.report.EtudeException when other ETs are there, unless {@code --force} is given
     */
    public void saveStage(Path directory, Workload workload, Progress progress, List<Table> tables) {
        if (force) {
            workload.save(directory, true, progress);
        } else {
            workload.saveAgain(directory, progress);
        }
        save(directory, tables);
    }
}
