// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.etude.sweep.Shard;
import org.etude.sweep.ShardWriter;
import org.etude.sweep.SweepException;
import org.etude.sweep.SweepRow;
import org.etude.table.run.SweepRunTable;
import org.etude.table.run.SweepTable;
import tech.tablesaw.api.Table;

/** The files of a sweep: what came out, the same on every machine, and apart from it how long each run took here. */
public final class SweepFiles {
    private SweepFiles() {}

    /** Writes the whole sweep. */
    public static void write(Path directory, List<SweepRow> rows) {
        for (Table table : tables(rows)) {
            Path file = directory.resolve(table.name() + ".csv");
            try {
                TableCsv.write(table, file);
            } catch (IOException e) {
                throw new SweepException(file + ": cannot be written", "Check its rights and the free space.");
            }
        }
    }

    /**
     * Writes a part of it into a directory of its own below.
     *
     * @param points number of runs of the whole sweep
     * @param version of Etude
     * @param inputs SHA-256 of all that the sweep depends on
     */
    public static void write(
            Path directory, List<SweepRow> rows, Shard shard, int points, String version, Supplier<String> inputs) {
        ShardWriter writer = new ShardWriter(directory, shard);
        List<Integer> mine = IntStream.iterate(shard.index(), i -> i < points, i -> i + shard.count())
                .boxed()
                .toList();
        tables(rows).forEach(table -> writer.table(table.name(), mine, TableCsv.content(table)));
        writer.complete(version, inputs.get(), points, shard);
    }

    private static List<Table> tables(List<SweepRow> rows) {
        return List.of(SweepTable.OUTCOMES.table(rows), SweepRunTable.of(rows));
    }
}
