// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import java.nio.file.Path;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.GivenOptions;
import org.etude.workload.llm.LlmTraining;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options shared by AICB's generators: compat mode and the output directory. */
final class GeneratorOptions implements CheckedOptions {
    @Option(names = "--compat", description = "Reproduce AICB's output byte for byte, even where it is wrong.")
    private boolean compat;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = ".", description = "Where to write. Default: here.")
    private Path out;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Override
    public void check(GivenOptions given) {
        if (!compat) {
            LlmOptions.checkMeasured(given);
        }
    }

    /** The training described by the command's options. */
    LlmTraining training() {
        return LlmOptions.read(spec, compat);
    }

    Path file(String name) {
        return out.resolve(name);
    }
}
