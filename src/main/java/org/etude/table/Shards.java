// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.etude.csv.CsvCells;
import org.etude.report.AtomicFiles;
import org.etude.sweep.ShardMerge;
import org.etude.sweep.ShardMerge.Merged;
import org.etude.sweep.SweepException;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * The shards of a sweep put together: {@code Sweep.merge("runs/x").save("runs/x")}. The files are byte for byte those that one
 * process writes. Immutable.
 */
public final class Shards {
    private final ShardMerge merge;
    private final List<Merged> tables;

    private Shards(ShardMerge merge) {
        this.merge = merge;
        this.tables = merge.tables();
    }

    /**
     * Finds shards and puts together what is there.
     *
     * @param places directories of shards, or such that hold them
     * @throws SweepException when no shard is there, they are of different sweeps, or a file is damaged
     */
    public static Shards merge(Path... places) {
        return new Shards(ShardMerge.of(List.of(places)));
    }

    /** Number of shards of the whole. */
    public int count() {
        return merge.shards();
    }

    /** The shards that are not there, ascending; empty when all are. */
    public List<Integer> missing() {
        return merge.missing();
    }

    /** The outcomes, every cell as text: one row per run of the shards that are there. */
    public Table table() {
        Merged outcomes = tables.get(0);
        Table table = Table.create(outcomes.name());
        for (int c = 0; c < outcomes.header().size(); c++) {
            int column = c;
            table.addColumns(StringColumn.create(
                    outcomes.header().get(c), outcomes.rows().stream().map(row -> row.get(column))));
        }
        return table;
    }

    /** Writes the files of the whole, each whole or not at all. */
    public void save(Path directory) {
        for (Merged table : tables) {
            Path file = directory.resolve(table.name() + ".csv");
            try {
                AtomicFiles.write(file, out -> {
                    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
                    CsvCells.appendLine(writer, table.header());
                    for (List<String> row : table.rows()) {
                        CsvCells.appendLine(writer, row);
                    }
                    writer.flush();
                });
            } catch (IOException e) {
                throw new SweepException(file + ": cannot be written", "Check its rights and the free space.");
            }
        }
    }

    /** The same. */
    public void save(String directory) {
        save(Path.of(directory));
    }

    @Override
    public String toString() {
        int here = count() - missing().size();
        return "Shards: " + here + " of " + count() + ", "
                + tables.get(0).rows().size() + " runs" + (missing().isEmpty() ? "" : "; missing: " + missing());
    }
}
