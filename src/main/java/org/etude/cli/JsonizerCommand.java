package org.etude.cli;

import org.etude.et.EtFiles;
import org.etude.et.tools.Jsonizer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code chakra_jsonizer}. */
@Command(
        name = "chakra-jsonizer",
        footer = {"", "Example: etude chakra-jsonizer --input_filename w.0.et --output_filename w.0.json"})
final class JsonizerCommand extends org.etude.cli.Command {
    @Mixin
    private FilePairMixin files = new FilePairMixin();

    @Override
    public Integer call() {
        Jsonizer.write(EtFiles.read(files.input()), files.output());
        return ExitCode.OK;
    }
}
