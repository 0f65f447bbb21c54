// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.etude.cli.base.OutputException;
import org.etude.report.AtomicFiles;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The file or directory that a command writes, checked before the command starts rather than after its work. */
final class OutputTarget {
    private static final List<String> OPTIONS = List.of("--out", "--figure");

    /** How a command's help calls the place of several files. */
    private static final String DIRECTORY = "DIR";

    private OutputTarget() {}

    /**
     * Checks the output options of the command that is to run.
     *
     * @throws ExecutionException caused by an {@link OutputException} when one names a place that cannot be written
     */
    static void check(ParseResult leaf) {
        for (OptionSpec option : leaf.matchedOptions()) {
            if (isNamedBy(option)) {
                for (String text : option.stringValues()) {
                    check(leaf, Path.of(text), DIRECTORY.equals(option.paramLabel()));
                }
            }
        }
    }

    /** Whether an argument names such a file or directory. */
    static boolean isNamedBy(ArgSpec argument) {
        return argument instanceof OptionSpec option
                && Stream.of(option.names()).anyMatch(OPTIONS::contains);
    }

    private static void check(ParseResult leaf, Path target, boolean directory) {
        try {
            if (directory && Files.exists(target) && !Files.isDirectory(target)) {
                throw new FileAlreadyExistsException(target.toString());
            }
            AtomicFiles.checkWritable(target);
        } catch (IOException e) {
            OutputException failure = new OutputException(target, e);
            throw new ExecutionException(leaf.commandSpec().commandLine(), failure.getMessage(), failure);
        }
    }
}
