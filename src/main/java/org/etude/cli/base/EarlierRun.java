// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The ETs that an earlier {@code etude run} wrote into the same directory, perhaps of a job with other ranks or another name. */
public final class EarlierRun {
    private static final String GROUPS = "groups.json";

    private EarlierRun() {}

    /** Removes them, so that what a run leaves is of one job. ETs that stand there without its tables are somebody else's and stay. */
    public static void removeEts(Path out) {
        remove(out.resolve("et"), "workload.csv");
        remove(out.resolve("repair"), "changes.csv");
    }

    private static void remove(Path stage, String table) {
        if (!Files.exists(stage.resolve(GROUPS)) || !Files.exists(stage.resolve(table))) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(stage, "*.{et,et.gz}")) {
            for (Path file : files) {
                if (file.getFileName().toString().matches(".+\\.\\d{1,9}\\.et(\\.gz)?")) {
                    Files.delete(file);
                }
            }
            Files.delete(stage.resolve(GROUPS));
        } catch (IOException e) {
            throw new OutputException(stage, e);
        }
    }
}
