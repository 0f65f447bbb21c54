// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.etude.csv.CsvFile;
import org.etude.csv.CsvRow;
import org.etude.report.Counted;
import org.etude.report.Progress;
import org.etude.report.WorkerPool;
import org.etude.store.StoredFile;

/**
 * Merges shards: the same rows in the same order as from a single process, byte for byte.
 *
 * <p>O(rows), all in memory.
 */
public final class ShardMerge {
    private static final String ADVICE = "Run the shard again.";

    private final Map<Integer, Found> shards = new TreeMap<>();
    private final ShardRecord first;

    private record Found(Path directory, ShardRecord record) {}

    private ShardMerge(List<Path> found) {
        ShardRecord agreed = null;
        for (Path directory : found) {
            ShardRecord shard = ShardRecord.read(directory);
            if (agreed == null) {
                agreed = shard;
            } else if (!shard.fits(agreed)) {
                throw new SweepException(
                        directory + ": is a shard " + shard.difference(agreed) + ", as "
                                + shards.values().iterator().next().directory + " is",
                        "Merge only shards of the same work.");
            }
            Found twice = shards.put(shard.shard(), new Found(directory, shard));
            if (twice != null) {
                throw new SweepException(
                        twice.directory + " and " + directory + " are both shard " + shard.shard() + " of "
                                + shard.shards(),
                        "Give only one of them.");
            }
        }
        first = agreed;
    }

    /**
     * Finds shards.
     *
     * @param places directories of shards, or their parent directories
     * @throws SweepException when there is none, or they belong to different works
     */
    public static ShardMerge of(List<Path> places) {
        List<Path> found = new ArrayList<>();
        for (Path place : places) {
            if (Files.exists(place.resolve(ShardRecord.FILE))) {
                found.add(place);
            } else {
                found.addAll(below(place));
            }
        }
        if (found.isEmpty()) {
            throw new SweepException(
                    places.stream().map(Path::toString).collect(Collectors.joining(", "))
                            + ": no finished shard is here",
                    "Give the directory that --out named for the shards.");
        }
        return new ShardMerge(found);
    }

    private static List<Path> below(Path place) {
        try (Stream<Path> entries = Files.list(place)) {
            return entries.filter(entry -> Files.exists(entry.resolve(ShardRecord.FILE)))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new SweepException(place + ": no directory of that name can be read", "Check the path.", e);
        }
    }

    /** Total number of shards. */
    public int shards() {
        return first.shards();
    }

    /** The missing shards, ascending. */
    public List<Integer> missing() {
        return IntStream.range(0, first.shards())
                .filter(shard -> !shards.containsKey(shard))
                .boxed()
                .toList();
    }

    /** The work that the shards belong to, if its items are values; empty for tables. */
    public Optional<ShardJob> job() {
        if (first.work().equals(ShardRecord.SWEEP)) {
            return Optional.empty();
        }
        Path directory = shards.values().iterator().next().directory;
        Record job = StoredFile.read(directory.resolve(PartRunner.JOB), PartRunner.JOB_KIND, Record.class);
        return Optional.of((ShardJob) job);
    }

    /**
     * Rejects shards whose input files have changed since they were read, because their results may come from different
     * inputs. Reads all existing files, on all cores.
     *
     * @return how many files are gone, of which only modification times were compared
     * @throws SweepException when a file has changed since its shard read it, or is gone and nothing shows that it was
     *     unchanged
     */
    public int checkInputs(Progress progress) {
        return InputCheck.check(shards.values().stream().map(Found::record).toList(), progress);
    }

    /**
     * The results of the items, in order, without those of missing shards.
     *
     * @throws SweepException when a shard's record does not list its items
     * @throws org.etude.store.StoreException when a result is missing or damaged
     */
    public <T extends Record> List<T> parts(Class<T> type) {
        int threads = Math.max(1, Math.min(first.items(), Runtime.getRuntime().availableProcessors()));
        List<Callable<T>> tasks = new ArrayList<>();
        for (int item = 0; item < first.items(); item++) {
            Found found = shards.get(item % first.shards());
            if (found != null) {
                String key = key(found, item);
                tasks.add(() -> store(found).read(key, type));
            }
        }
        try (WorkerPool pool = new WorkerPool("etude-parts", threads)) {
            return pool.inOrder(tasks, done -> {});
        }
    }

    /**
     * An item's additional bytes; its shard must be present.
     *
     * @throws SweepException when they cannot be read
     */
    public byte[] body(int item) {
        Found found = shards.get(item % first.shards());
        return store(found).body(key(found, item));
    }

    /** The file of an item with additional bytes; its shard must be present. */
    public Path file(int item) {
        Found found = shards.get(item % first.shards());
        return store(found).bulky(key(found, item));
    }

    private String key(Found found, int item) {
        List<String> keys = found.record.parts();
        int at = item / first.shards();
        if (at >= keys.size() || !keys.get(at).matches("[0-9a-f]{64}")) {
            throw new SweepException(
                    found.directory.resolve(ShardRecord.FILE) + ": does not list item " + item, ADVICE);
        }
        return keys.get(at);
    }

    private static PartStore store(Found found) {
        return new PartStore(found.directory.toAbsolutePath().getParent());
    }

    /** A merged table: its name, its columns, and its rows in order. */
    public record Merged(String name, List<String> header, List<List<String>> rows) {}

    /**
     * The merged tables, with the rows of the shards that are present.
     *
     * @throws SweepException when files are damaged, or an item is missing or duplicated
     */
    public List<Merged> tables() {
        return first.rows().keySet().stream().sorted().map(this::merged).toList();
    }

    private Merged merged(String name) {
        Map<Integer, List<List<String>>> byItem = new TreeMap<>();
        List<String> header = List.of();
        for (Found found : shards.values()) {
            ShardRecord shard = found.record;
            Path file = found.directory.resolve(name + ".csv");
            CsvFile csv = CsvFile.read(file, ADVICE, SweepException::new);
            List<Integer> items = shard.rows().get(name);
            if (csv.rows().size() != items.size()
                    || !header.isEmpty() && !csv.header().equals(header)) {
                throw new SweepException(
                        file + ": has " + csv.rows().size() + " rows of columns " + csv.header() + " where "
                                + ShardRecord.FILE + " lists " + items.size(),
                        ADVICE);
            }
            header = csv.header();
            csv.unevenRow().ifPresent(ShardMerge::refuse);
            for (int row = 0; row < items.size(); row++) {
                if (items.get(row) < 0
                        || items.get(row) >= first.items()
                        || items.get(row) % first.shards() != shard.shard()) {
                    throw new SweepException(
                            file + ": item " + items.get(row) + " does not belong to this shard", ADVICE);
                }
                byItem.computeIfAbsent(items.get(row), item -> new ArrayList<>())
                        .add(csv.rows().get(row).cells());
            }
        }
        return new Merged(
                name, header, byItem.values().stream().flatMap(List::stream).toList());
    }

    private static void refuse(CsvRow uneven) {
        throw new SweepException(
                uneven.at() + ": has " + Counted.of(uneven.cells().size(), "cell") + " where the table has "
                        + Counted.of(uneven.header().size(), "column"),
                ADVICE);
    }
}
