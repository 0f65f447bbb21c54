package org.etude.cli;

import java.nio.file.Path;
import org.etude.et.EtFiles;
import org.etude.et.tools.Jsonizer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code chakra_jsonizer}. */
@Command(
        name = "chakra-jsonizer",
        description = "Write the JSON view of a Chakra ET, as Chakra's chakra_jsonizer does.",
        footer = {"", "Example: etude chakra-jsonizer --input_filename w.0.et --output_filename w.0.json"})
final class JsonizerCommand extends org.etude.cli.Command {
    @Option(
            names = {"--input_filename", "--input-filename"},
            required = true,
            paramLabel = "ET",
            description = "The ET file.")
    private Path input;

    @Option(
            names = {"--output_filename", "--output-filename"},
            required = true,
            paramLabel = "FILE",
            description = "The JSON file to write.")
    private Path output;

    @Override
    public Integer call() {
        Jsonizer.write(EtFiles.read(input), output);
        return ExitCode.OK;
    }
}
