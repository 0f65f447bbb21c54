// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.etude.plan.PlanRequest;
import org.etude.plan.PlanSearch;
import org.etude.report.Sha256;
import org.etude.spec.LlmOption;
import org.etude.sweep.BuildStamp;
import org.etude.sweep.FileDigests;
import org.etude.sweep.ShardJob;
import org.etude.sweep.ShardedWork;

/**
 * A sharded search of splits: an item is a block of {@value #BLOCK} adjacent candidates, which share much of their
 * cost.
 */
public final class PlanWork implements ShardedWork {
    private static final int BLOCK = 64;

    private final PlanRequest request;
    private final List<Map<LlmOption, String>> splits;
    private final String inputs;
    private final String build;
    /** A search serves one thread at a time, and caches what adjacent candidates share. */
    private final ConcurrentLinkedQueue<PlanSearch> idle = new ConcurrentLinkedQueue<>();

    /**
     * The search of a request.
     *
     * @param version of Etude
     * @throws org.etude.report.EtudeException when the options are invalid
     */
    public PlanWork(PlanRequest request, String version) {
        this.request = request;
        build = BuildStamp.of(version);
        PlanSearch search = new PlanSearch(request);
        splits = search.splits();
        idle.add(search);
        inputs = inputs(request);
    }

    private static String inputs(PlanRequest request) {
        FileDigests files = new FileDigests();
        Map<String, String> all = new TreeMap<>();
        request.options().forEach((option, value) -> all.put(option.option(), value + content(files, value)));
        request.fixed().forEach((option, values) -> all.put(option.option(), values.toString()));
        return Sha256.hex(all + "|" + request.reserve() + "|" + request.keep());
    }

    /** The digest of a file named by an option. */
    private static String content(FileDigests files, String value) {
        try {
            Path file = Path.of(value);
            return Files.isRegularFile(file) ? "@" + files.whole(file) : "";
        } catch (InvalidPathException e) {
            return "";
        }
    }

    @Override
    public int items() {
        return (splits.size() + BLOCK - 1) / BLOCK;
    }

    @Override
    public String inputs() {
        return inputs;
    }

    @Override
    public String key(int item) {
        return Sha256.hex("plan|" + build + "|" + inputs + "|" + item);
    }

    @Override
    public Record make(int item) {
        PlanSearch spare = idle.poll();
        PlanSearch search = spare == null ? new PlanSearch(request) : spare;
        Record fitted = search.fit(splits.subList(item * BLOCK, Math.min(splits.size(), (item + 1) * BLOCK)));
        idle.add(search);
        return fitted;
    }

    @Override
    public ShardJob job() {
        return new PlanJob(request);
    }
}
