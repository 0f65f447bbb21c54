// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.etude.et.graph.KindSums;
import org.etude.et.wire.Existing;
import org.etude.et.wire.StagedEts;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.report.WorkerPool;
import org.etude.spec.TraceConversion;
import org.etude.sweep.BulkyPart;
import org.etude.trace.file.Candidate;
import org.etude.trace.load.LoadedFile;
import org.etude.trace.load.TraceLoader;

/**
 * Converts a job into files with the events of one rank per core in memory instead of those of all ranks. What is known of the other
 * ranks only at the end (clocks, process groups) is filled in then; until then the encoded nodes of each rank wait in the
 * target's temporary directory. The files are those of a conversion in memory, byte for byte.
 */
public final class RankByRank {
    /** Uncompressed bytes per byte of a compressed trace, roughly. */
    private static final int PACKED = 10;
    /** The JSON of a job that is held as a whole is at most this part of the heap; in memory it takes about its own size. */
    private static final int PART_OF_HEAP = 16;

    private final PartConversion conversion;
    private final List<List<Candidate>> ranks;
    private final TraceConversion options;
    private final Progress progress;

    private RankByRank(TraceConversion options, Progress progress) {
        this.options = options;
        this.progress = progress;
        conversion = PartConversion.of(TraceLoader.find(options.paths()), options);
        ranks = conversion.found().byRank();
    }

    /**
     * What was written.
     *
     * @param sums the nodes of each rank by kind
     * @param report assumptions and omissions
     */
    public record Written(List<List<KindSums>> sums, Report report) {}

    /** Thrown where a rank turns out to need the others. */
    private static final class NeedsOthers extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Converts, unless the traces fit into memory.
     *
     * @param directory created if needed; all files are written or none
     * @param heap bytes of memory; 0 to convert rank by rank whatever the size of the traces
     * @return empty when nothing was written: all traces easily fit into memory, or a rank cannot be converted without the
     *     others (a backend on the host carries its transfers, its messages do not name their peer, or its files do not
     *     name their rank)
     * @throws org.etude.report.EtudeException as loading and converting in memory do, and when the directory cannot be
     *     written
     * @throws java.util.concurrent.CancellationException when the thread was interrupted
     */
    public static Optional<Written> write(
            TraceConversion options, Path directory, Existing existing, long heap, Progress progress) {
        if (heap > 0 && unpacked(options.paths()) < heap / PART_OF_HEAP) {
            return Optional.empty();
        }
        RankByRank work = new RankByRank(options, progress);
        if (heap > 0 && work.ranks.size() <= work.threads() || !work.firstIsAlone()) {
            return Optional.empty();
        }
        try {
            return Optional.of(StagedEts.write(directory, existing, work::write));
        } catch (NeedsOthers e) {
            return Optional.empty();
        }
    }

    /** The size of all files, which need not be traces, as if they were unpacked. */
    private static long unpacked(List<Path> paths) {
        long bytes = 0;
        for (Path path : paths) {
            try (Stream<Path> below = Files.walk(path)) {
                for (Path file : (Iterable<Path>) below.filter(Files::isRegularFile)::iterator) {
                    bytes += Files.size(file) * (file.toString().endsWith(".json") ? 1 : PACKED);
                }
            } catch (IOException | UncheckedIOException e) {
                return 0; // loading says why
            }
        }
        return bytes;
    }

    private int threads() {
        return Math.min(ranks.size(), Runtime.getRuntime().availableProcessors());
    }

    private boolean firstIsAlone() {
        return !ranks.isEmpty() && part(0) instanceof BulkyPart;
    }

    private Record part(int item) {
        List<LoadedFile> files = new ArrayList<>();
        for (Candidate file : ranks.get(item)) {
            Progress.checkInterrupted();
            files.add(LoadedFile.read(file, options.load()));
        }
        return conversion.part(files, List.of());
    }

    private Written write(StagedEts staged) {
        SpooledRanks spool = new SpooledRanks(staged);
        convert(spool);
        JoinedRanks joined = new PartJoin(conversion, spool).completed().orElseThrow(NeedsOthers::new);
        staged.complete(joined.files(), progress);
        return new Written(joined.sums(), joined.report());
    }

    private void convert(SpooledRanks spool) {
        List<Callable<Boolean>> tasks = new ArrayList<>();
        for (int item = 0; item < ranks.size(); item++) {
            int number = item;
            tasks.add(() -> spool.keep(number, part(number)));
        }
        try (WorkerPool pool = WorkerPool.patient("etude-convert", threads())) {
            pool.asTheyEnd(tasks, done -> progress.at("convert", done, ranks.size()), alone -> {
                if (!alone) {
                    throw new NeedsOthers();
                }
            });
        }
    }
}
