// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.etude.Simulation;
import org.etude.report.EtudeException;
import org.etude.table.Tables;
import tech.tablesaw.api.Table;

/** What an output directory holds before a command writes there, which stays unless the user gives --force. */
final class ExistingOutput {
    private static final String ADVICE = "Write to another directory, or replace it with --force.";

    private ExistingOutput() {}

    /**
     * Refuses to replace a table with another.
     *
     * @throws EtudeException when the file of a table holds something else
     * @throws OutputException when a file cannot be read
     */
    static void refuseOtherTables(Path directory, List<Table> tables) {
        for (Table table : tables) {
            Path file = directory.resolve(table.name() + ".csv");
            if (Files.exists(file) && !holds(file, table)) {
                throw otherContent(file);
            }
        }
    }

    /**
     * Refuses to replace files with others.
     *
     * @param staging holds the new ones
     * @throws EtudeException when a file of the same name holds something else
     * @throws IOException when one cannot be read
     */
    static void refuseDifferent(Path directory, Path staging) throws IOException {
        try (Stream<Path> files = Files.list(staging)) {
            for (Path file : files.sorted().toList()) {
                Path there = directory.resolve(file.getFileName());
                if (Files.exists(there) && Files.mismatch(file, there) >= 0) {
                    throw otherContent(there);
                }
            }
        }
    }

    private static EtudeException otherContent(Path file) {
        return new EtudeException(
                file + ": is there already, with other content: of another job, or made with other options", ADVICE);
    }

    /**
     * Refuses to replace a table unless the new one has all its rows, such as the outcomes of a sweep that went on.
     *
     * @param key the column that identifies a row
     * @throws EtudeException when the file of the table holds other rows
     */
    static void refuseOtherRows(Path directory, Table table, String key) {
        Path file = directory.resolve(table.name() + ".csv");
        if (Files.exists(file) && !table.column(key).asSet().containsAll(keys(file, key))) {
            throw new EtudeException(file + ": rows of another job are there already", ADVICE);
        }
    }

    private static Set<?> keys(Path file, String key) {
        Table there = Tables.read(file);
        return there.columnNames().contains(key) ? there.column(key).asSet() : Set.of(file);
    }

    /**
     * Refuses to replace a simulated run, before one is simulated.
     *
     * @throws EtudeException when there is one
     */
    static void refuseRun(Path directory) {
        Path run = directory.resolve(Simulation.FILE);
        if (Files.exists(run)) {
            throw new EtudeException(run + ": a simulated run is there already", ADVICE);
        }
    }

    /**
     * Refuses to write all stages of a job where another has been.
     *
     * @param stages the subdirectories
     * @param identity the file that tells of which job they are
     * @param job what that file holds if they are of the same job
     * @return whether there are stages of this job
     * @throws EtudeException when there are files of another job
     */
    static boolean isOfJob(Path directory, List<String> stages, Path identity, Table job) {
        Path file = directory.resolve(identity);
        Optional<Path> first = stages.stream()
                .map(directory::resolve)
                .flatMap(stage -> firstIn(stage).stream())
                .findFirst();
        if (first.isEmpty()) {
            return false;
        }
        if (Files.exists(file) && holds(file, job)) {
            return true;
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
