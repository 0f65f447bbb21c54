// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.etude.report.EtudeException;
import org.etude.table.Tables;
import tech.tablesaw.api.Table;

/** What an output directory holds before a command writes there, which stays unless the user gives --force. */
final class ExistingOutput {
    private static final String ADVICE = "Write to another directory, or replace it with --force.";

    private ExistingOutput() {}

    /**
     * Refuses to write all stages of a job where another has been.
     *
     * @param stages the subdirectories
     * @param identity the file that tells of which job they are
     * @param job what that file holds if they are of the same job
     * @throws EtudeException when there are files of another job
     */
    static void refuseOtherStages(Path directory, List<String> stages, Path identity, Table job) {
        Path file = directory.resolve(identity);
        Optional<Path> first = stages.stream()
                .map(directory::resolve)
                .flatMap(stage -> firstIn(stage).stream())
                .findFirst();
        if (first.isEmpty() || Files.exists(file) && holds(file, job)) {
            return;
        }
        throw new EtudeException(
                Files.exists(file)
                        ? file + ": a run of other traces is there already"
                        : first.get() + ": is there already, and not of a run of these traces",
                ADVICE);
    }

    private static Optional<Path> firstIn(Path stage) {
        if (!Files.isDirectory(stage)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(stage)) {
            return files.filter(Files::isRegularFile).sorted().findFirst();
        } catch (IOException e) {
            throw new OutputException(stage, e);
        }
    }

    private static boolean holds(Path file, Table table) {
        try {
            return Tables.isSaved(table, file);
        } catch (IOException e) {
            throw new OutputException(file, e);
        }
    }
}
