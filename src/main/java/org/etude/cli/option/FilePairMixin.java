// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.report.EtudeException;
import picocli.CommandLine.Option;

/** The input and the output of Chakra's small tools, which must be two files. */
public final class FilePairMixin {
    @Option(
            names = {"--input_filename", "--input-filename"},
            required = true,
            paramLabel = "FILE",
            description = "The file to read.")
    private Path input;

    @Option(
            names = {"--output_filename", "--output-filename"},
            required = true,
            paramLabel = "FILE",
            description = "The file to write.")
    private Path output;

    public Path input() {
        return input;
    }

    /** The output file; must differ from the input. */
    public Path output() {
        return output(output, input);
    }

    /** An output file; an error if it is one of the inputs, which would be overwritten. */
    public static Path output(Path output, Path... inputs) {
        try {
            for (Path input : inputs) {
                if (Files.exists(output) && Files.exists(input) && Files.isSameFile(output, input)) {
                    throw new EtudeException(
                            output + ": is also the file to read, which would be overwritten",
                            "Name another output file.");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(output + ": cannot be looked up", e);
        }
        return output;
    }
}
