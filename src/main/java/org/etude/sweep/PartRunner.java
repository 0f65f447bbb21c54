// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.etude.report.IoReason;
import org.etude.report.Progress;
import org.etude.report.WorkerPool;
import org.etude.store.StoredFile;

/**
 * Computes one shard of a sharded work: its items on all cores, each saved on completion, and finally the record that
 * marks it complete.
 */
public final class PartRunner {
    static final String JOB = "job" + StoredFile.ENDING;
    static final String JOB_KIND = "job";

    private final ShardedWork work;
    private final Shard shard;
    private final Path whole;

    /**
     * Creates a runner.
     *
     * @param shard the shard to compute
     * @param whole the directory shared by all shards
     */
    public PartRunner(ShardedWork work, Shard shard, Path whole) {
        this.work = work;
        this.shard = shard;
        this.whole = whole;
    }

    /** The outcome: the number of items of the shard, and how many of them were already computed. */
    public record Made(int items, int known) {}

    /**
     * Computes the shard.
     *
     * @param version of Etude
     * @throws SweepException when it cannot be written, or a file was changed meanwhile
     * @throws java.util.concurrent.CancellationException when the thread was interrupted; finished items are kept
     */
    public Made run(int threads, String version, Progress progress) {
        String stamps = work.stamps();
        String inputs = work.inputs();
        PartStore store = new PartStore(whole);
        List<Integer> mine = shard.among(work.items());
        String[] keys = new String[mine.size()];
        List<Callable<Boolean>> tasks = new ArrayList<>();
        for (int k = 0; k < keys.length; k++) {
            int place = k;
            tasks.add(() -> {
                int item = mine.get(place);
                String before = work.stamps(item);
                keys[place] = work.key(item);
                return makeUnlessKept(store, keys[place], item, before);
            });
        }
        int[] known = {0};
        try (WorkerPool pool = WorkerPool.patient("etude-part", threads)) {
            pool.asTheyEnd(
                    tasks, done -> progress.at(work.job().verb(), done, keys.length), kept -> known[0] += kept ? 1 : 0);
        }
        Map<String, String> files = files(mine);
        checkUnchanged(stamps, work.stamps());
        complete(new ShardRecord(
                version,
                work.job().verb(),
                inputs,
                work.items(),
                shard.index(),
                shard.count(),
                Map.of(),
                List.of(keys),
                stamps,
                files));
        return new Made(keys.length, known[0]);
    }

    private Map<String, String> files(List<Integer> items) {
        Map<String, String> files = new TreeMap<>();
        items.forEach(item -> files.putAll(work.files(item)));
        return files;
    }

    /** Computes and saves an item unless it is already saved; returns whether it was. */
    private boolean makeUnlessKept(PartStore store, String key, int item, String before) {
        if (store.has(key)) {
            return true;
        }
        Record made = work.make(item);
        // Its key is that of the files' content before they were read.
        checkUnchanged(before, work.stamps(item));
        store.keep(key, made);
        return false;
    }

    private void checkUnchanged(String before, String now) {
        if (!now.equals(before)) {
            throw new SweepException(
                    "the files were changed while shard " + shard.index() + " of " + shard.count() + " read them",
                    "Run the shard again, and the others that started before the change.");
        }
    }

    private void complete(ShardRecord record) {
        Path directory = ShardRecord.directory(whole, shard);
        StoredFile.write(directory.resolve(JOB), JOB_KIND, (Record) work.job());
        try {
            record.write(directory);
        } catch (IOException e) {
            throw new SweepException(IoReason.notWritten(directory, e), IoReason.notWrittenAdvice(e), e);
        }
    }
}
