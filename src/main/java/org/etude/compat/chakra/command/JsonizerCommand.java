// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.command;

import org.etude.cli.base.ExitCode;
import org.etude.cli.option.FilePairMixin;
import org.etude.compat.chakra.view.Jsonizer;
import org.etude.et.wire.EtFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code chakra_jsonizer}. */
@Command(
        name = "chakra-jsonizer",
        footer = {"", "Example: etude chakra-jsonizer --input_filename w.0.et --output_filename w.0.json"})
public final class JsonizerCommand extends org.etude.cli.base.Command {
    @Mixin
    private FilePairMixin files = new FilePairMixin();

    @Override
    public Integer call() {
        Jsonizer.write(EtFiles.read(files.input()), files.output());
        return ExitCode.OK;
    }
}
