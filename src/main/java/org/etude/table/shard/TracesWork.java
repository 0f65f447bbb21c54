// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.etude.report.IoReason;
import org.etude.report.Sha256;
import org.etude.spec.LoadOptions;
import org.etude.sweep.BuildStamp;
import org.etude.sweep.FileDigests;
import org.etude.sweep.ShardJob;
import org.etude.sweep.ShardedWork;
import org.etude.sweep.SweepException;
import org.etude.trace.file.Candidate;
import org.etude.trace.load.FoundTraces;
import org.etude.trace.load.LoadedFile;
import org.etude.trace.load.TraceLoader;

/** Sharded work on the traces of a job: an item is the files of a rank. */
public final class TracesWork implements ShardedWork {
    private final TracesJob job;
    private final FoundTraces found;
    private final List<List<Candidate>> ranks;
    private final LoadOptions options;
    private final FileDigests digests = new FileDigests();
    private final String build;
    /** The settings of the whole work and of its items as text, which every key begins with. */
    private final String settings;

    private final String itemSettings;

    private TracesWork(FoundTraces found, LoadOptions options, TracesJob job, String version) {
        this.found = found;
        ranks = found.byRank();
        this.options = options;
        this.job = job;
        build = BuildStamp.of(version);
        settings = options.keepTruncated() + "|" + job.settings();
        itemSettings = options.keepTruncated() + job.ofItems();
    }

    /**
     * The work on traces.
     *
     * @param job creates the job once the files are known
     * @param version of Etude
     * @throws org.etude.trace.model.TraceException when a path does not exist, or a given file is not a trace
     */
    public static TracesWork of(
            List<Path> paths, boolean keepTruncated, Function<FoundTraces, TracesJob> job, String version) {
        FoundTraces found = TraceLoader.find(paths);
        LoadOptions options = LoadOptions.defaults();
        return new TracesWork(found, keepTruncated ? options.withKeepTruncated() : options, job.apply(found), version);
    }

    @Override
    public int items() {
        return ranks.size();
    }

    @Override
    public String inputs() {
        return Sha256.hex(settings + "|"
                + found.chosen().stream()
                        .map(file -> name(file) + "="
                                + attributes(file.source().path()).size())
                        .collect(Collectors.joining(";")));
    }

    @Override
    public Map<String, String> files(int item) {
        Map<String, String> files = new TreeMap<>();
        for (Candidate file : ranks.get(item)) {
            Path path = file.source().path();
            files.put(path.toAbsolutePath().normalize().toString(), digests.whole(path));
        }
        return files;
    }

    @Override
    public String stamps() {
        return stamps(found.chosen());
    }

    @Override
    public String stamps(int item) {
        return stamps(ranks.get(item));
    }

    private static String stamps(List<Candidate> files) {
        return Sha256.hex(files.stream()
                .map(file -> name(file) + "=" + stamp(attributes(file.source().path())))
                .collect(Collectors.joining(";")));
    }

    private static String stamp(BasicFileAttributes file) {
        return file.size() + "," + file.lastModifiedTime().toMillis();
    }

    private static BasicFileAttributes attributes(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class);
        } catch (IOException e) {
            throw new SweepException(
                    file + ": cannot be read: " + IoReason.of(e),
                    IoReason.advice(e, "Check the path and its permissions."),
                    e);
        }
    }

    private static String name(Candidate file) {
        return file.source().display() + "," + file.kind() + "," + file.rank();
    }

    @Override
    public String key(int item) {
        return Sha256.hex(String.join("|", job.kind(), build, itemSettings)
                + ranks.get(item).stream()
                        .map(file -> "|" + name(file) + "="
                                + digests.whole(file.source().path()))
                        .collect(Collectors.joining()));
    }

    @Override
    public Record make(int item) {
        List<Candidate> files = ranks.get(item);
        return job.part(
                files.stream().map(file -> LoadedFile.read(file, options)).toList(),
                files.stream().map(file -> digests.whole(file.source().path())).toList());
    }

    @Override
    public ShardJob job() {
        return job;
    }
}
