// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.etude.csv.CsvFile;

/**
 * Shards put together again: the same rows in the same order as one process would have written, byte for byte.
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
                        "Merge the shards of one sweep only.");
            }
            Found twice = shards.put(shard.shard(), new Found(directory, shard));
            if (twice != null) {
                throw new SweepException(
                        twice.directory + " and " + directory + " are both shard " + shard.shard() + " of "
                                + shard.shards(),
                        "Name one of them.");
            }
        }
        first = agreed;
    }

    /**
     * Finds shards.
     *
     * @param places directories of shards, or such that hold them
     * @throws SweepException when there is none, or they are not all of one whole
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
                    places + ": no finished shard is here", "Name the directory that --out named for the shards.");
        }
        return new ShardMerge(found);
    }

    private static List<Path> below(Path place) {
        try (Stream<Path> entries = Files.list(place)) {
            return entries.filter(entry -> Files.exists(entry.resolve(ShardRecord.FILE)))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new SweepException(place + ": is no directory that can be read", "Check the name.", e);
        }
    }

    /** Number of shards of the whole. */
    public int shards() {
        return first.shards();
    }

    /** The shards that are not here, ascending. */
    public List<Integer> missing() {
        return IntStream.range(0, first.shards())
                .filter(shard -> !shards.containsKey(shard))
                .boxed()
                .toList();
    }

    /** A table put together: its name, its columns, and its rows in their order. */
    public record Merged(String name, List<String> header, List<List<String>> rows) {}

    /**
     * The tables, with the rows of the shards that are here.
     *
     * @throws SweepException when files are damaged, or an item is missing or there twice
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
                                + ShardRecord.FILE + " tells of " + items.size(),
                        ADVICE);
            }
            header = csv.header();
            for (int row = 0; row < items.size(); row++) {
                if (items.get(row) < 0
                        || items.get(row) >= first.items()
                        || items.get(row) % first.shards() != shard.shard()) {
                    throw new SweepException(file + ": item " + items.get(row) + " is not of this shard", ADVICE);
                }
                byItem.computeIfAbsent(items.get(row), item -> new ArrayList<>())
                        .add(csv.rows().get(row).cells());
            }
        }
        return new Merged(
                name, header, byItem.values().stream().flatMap(List::stream).toList());
    }
}
