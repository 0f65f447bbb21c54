// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import org.etude.report.Progress;
import org.etude.report.WorkerPool;
import org.etude.spec.LoadOptions;
import org.etude.trace.file.Candidate;
import org.etude.trace.model.TraceException;

/** Reads several files concurrently; results are in file order. */
final class ParallelReader {
    private ParallelReader() {}

    /**
     * Reads all files.
     *
     * @throws TraceException for the first broken file in order
     * @throws CancellationException when the thread is interrupted; the readers stop too
     */
    static List<LoadedFile> read(List<Candidate> files, LoadOptions options, Progress progress) {
        int threads = Math.min(options.threads(), files.size());
        if (threads <= 1) {
            List<LoadedFile> loaded = new ArrayList<>();
            for (Candidate file : files) {
                loaded.add(LoadedFile.read(file, options));
                progress.at("load", loaded.size(), files.size());
            }
            return loaded;
        }
        try (WorkerPool pool = new WorkerPool("etude-load", threads)) {
            List<Future<LoadedFile>> futures = new ArrayList<>();
            for (Candidate file : files) {
                futures.add(pool.submit(() -> LoadedFile.read(file, options)));
            }
            List<LoadedFile> loaded = new ArrayList<>();
            for (Future<LoadedFile> future : futures) {
                loaded.add(WorkerPool.result(future));
                progress.at("load", loaded.size(), files.size());
            }
            return loaded;
        }
    }
}
