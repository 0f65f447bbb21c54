// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.List;
import org.etude.Workload;
import org.etude.cli.base.JobOutput;
import org.etude.cli.base.Results;
import org.etude.cli.option.ScaleMixin;
import org.etude.cli.option.WorkloadInput;
import org.etude.spec.ScaleSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The step from ETs of a few ranks to ETs of many. */
@Command(
        name = "scale",
        footer = {
            "",
            "Examples: etude scale runs/x/repair --virtual-world 128 --out runs/x128",
            "          etude scale runs/x/repair -n 128 --replace-comm all_to_all --comm-size 1GB --out runs/stress",
            "          etude scale runs/tp2 -n 128 --target-tp 8 --add-ddp 1.5e9 --out runs/tp8dp16"
        })
public final class ScaleCommand extends org.etude.cli.base.Command {
    @Mixin
    private WorkloadInput input = new WorkloadInput();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where to write the ETs, groups.json, rank_map.csv and findings.csv.")
    private Path out;

    @Mixin
    private ScaleMixin scale = new ScaleMixin();

    @Mixin
    private JobOutput output = new JobOutput();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        ScaleSettings settings = new ScaleSettings();
        try {
            scale.apply(settings);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        Workload given = input.read(progress());
        Workload workload = given.scaleTo(scale.ranks(given), settings, progress());
        if (out != null) {
            output.save(out, workload, progress(), List.of(workload.rankMap(), workload.findings()));
        }
        quiet();
        output.print(console(), output.grouped(List.of(workload.summary(), workload.findings())));
        return Results.exitCode(workload.assumptions());
    }
}
