// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.etude.et.wire.StagedEts;
import org.etude.sweep.BulkyPart;

/** Ranks whose nodes wait next to where their execution traces will be. Thread-safe. */
final class SpooledRanks implements ConvertedRanks {
    private final StagedEts staged;
    private final Map<Integer, ConvertedRank> items = new ConcurrentSkipListMap<>();

    SpooledRanks(StagedEts staged) {
        this.staged = staged;
    }

    /** Keeps a result of {@link PartConversion#part}; false, and nothing kept, if the rank was not converted. */
    boolean keep(int item, Record made) {
        if (!(made instanceof BulkyPart converted)) {
            return false;
        }
        staged.keep(name(item), converted.bytes());
        items.put(item, (ConvertedRank) converted.value());
        return true;
    }

    @Override
    public List<ConvertedRank> items() {
        return List.copyOf(items.values());
    }

    @Override
    public byte[] nodes(int item) {
        return staged.kept(name(item));
    }

    @Override
    public Path file(int item) {
        return staged.path().resolve(name(item));
    }

    private static String name(int item) {
        return "." + item + ".nodes";
    }
}
