// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.report.AtomicFiles;
import org.etude.report.IoReason;

/** Writes the results of a shard into its own subdirectory. */
public final class ShardWriter {
    private final Map<String, List<Integer>> rows = new TreeMap<>();
    private final Path directory;
    private final Shard shard;

    /**
     * A writer.
     *
     * @param whole the directory that all shards share
     * @param shard the shard to write
     */
    public ShardWriter(Path whole, Shard shard) {
        directory = ShardRecord.directory(whole, shard);
        this.shard = shard;
    }

    /**
     * Writes a table.
     *
     * @param items the item of each row, ascending
     * @param csv the table as CSV
     */
    public void table(String name, List<Integer> items, AtomicFiles.Content csv) {
        try {
            AtomicFiles.write(directory.resolve(name + ".csv"), csv);
        } catch (IOException e) {
            throw failed(e);
        }
        rows.put(name, List.copyOf(items));
    }

    /**
     * Marks the shard as complete.
     *
     * @param version of Etude
     * @param inputs SHA-256 of everything that the whole work depends on
     * @param items number of items of the whole work
     */
    public void complete(String version, String inputs, int items) {
        try {
            new ShardRecord(
                            version,
                            ShardRecord.SWEEP,
                            inputs,
                            items,
                            shard.index(),
                            shard.count(),
                            rows,
                            List.of(),
                            "",
                            Map.of())
                    .write(directory);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private SweepException failed(IOException e) {
        return new SweepException(IoReason.notWritten(directory, e), IoReason.notWrittenAdvice(e), e);
    }
}
