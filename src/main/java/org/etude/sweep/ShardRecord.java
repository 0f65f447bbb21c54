// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.etude.config.JsonFault;
import org.etude.report.AtomicFiles;

/**
 * The description of a shard, stored in {@link #FILE} in its directory. It is written last, so its presence marks the
 * shard as complete.
 *
 * @param version of Etude
 * @param work the command that the shard belongs to
 * @param inputs SHA-256 of everything that the whole work depends on; equal for all its shards
 * @param items number of items of the whole work, such as runs of a sweep
 * @param shard number of the shard, from 0
 * @param shards number of shards
 * @param rows tables by name: the item of each row, ascending; empty when items are separately stored values
 * @param parts the key of each item of this shard that is such a value, in order
 * @param stamps digest of the names, lengths and modification times of all input files; "" when {@code inputs} covers
 *     their content
 * @param files the files that this shard read, with their digests
 */
record ShardRecord(
        String version,
        String work,
        String inputs,
        int items,
        int shard,
        int shards,
        Map<String, List<Integer>> rows,
        List<String> parts,
        String stamps,
        Map<String, String> files) {
    /** The command of sweeps. */
    static final String SWEEP = "sweep";

    static final String FILE = "shard.json";

    /** The fields that records of all builds have. */
    private static final List<String> OLDEST = List.of("version", "inputs", "items", "shard", "shards");

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    /** The subdirectory of a shard; numbers are zero-padded so that listings are in order. */
    static Path directory(Path whole, Shard shard) {
        return whole.resolve(String.format(Locale.ROOT, "shard-%05d-of-%05d", shard.index(), shard.count()));
    }

    static ShardRecord read(Path directory) {
        Path file = directory.resolve(FILE);
        try {
            refuseOlder(file, JSON.readTree(Files.readAllBytes(file)));
            ShardRecord read = JSON.readValue(Files.readAllBytes(file), ShardRecord.class);
            if (read.shards < 1 || read.shard < 0 || read.shard >= read.shards || read.items < 0) {
                throw new SweepException(
                        file + ": shard " + read.shard + " of " + read.shards + " with " + read.items + " items",
                        "Run the shard again.");
            }
            return read;
        } catch (JsonProcessingException e) {
            throw new SweepException(
                    file + ": is not the record of a shard: " + JsonFault.reason(e), "Run the shard again.", e);
        } catch (IOException e) {
            throw new SweepException(file + ": cannot be read", "Check its permissions.", e);
        }
    }

    /** Early builds wrote fewer fields. */
    private static void refuseOlder(Path file, JsonNode json) {
        boolean older = OLDEST.stream().allMatch(json::has)
                && Arrays.stream(ShardRecord.class.getRecordComponents())
                        .anyMatch(component -> !json.has(component.getName()));
        if (older) {
            throw new SweepException(
                    file + ": was written by an older build of Etude", "Run all shards again with this one.");
        }
    }

    void write(Path directory) throws IOException {
        AtomicFiles.write(directory.resolve(FILE), out -> out.write(JSON.writeValueAsBytes(this)));
    }

    /** Whether two records belong to the same work. */
    boolean fits(ShardRecord other) {
        return version.equals(other.version)
                && work.equals(other.work)
                && inputs.equals(other.inputs)
                && items == other.items
                && shards == other.shards
                && rows.keySet().equals(other.rows.keySet());
    }

    /** Describes how it differs from a record of another work. */
    String difference(ShardRecord other) {
        if (!work.equals(other.work)) {
            return "of 'etude " + work + "', not of 'etude " + other.work + "'";
        }
        if (shards != other.shards) {
            return "of " + shards + " shards, not " + other.shards;
        }
        if (!version.equals(other.version)) {
            return "made by Etude " + version + ", not " + other.version;
        }
        return "of other inputs or settings (" + inputs.substring(0, Math.min(12, inputs.length())) + ", not "
                + other.inputs.substring(0, Math.min(12, other.inputs.length())) + ")";
    }
}
