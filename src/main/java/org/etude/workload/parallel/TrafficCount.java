// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.etude.spec.CollectiveType;

/** Sums the communication of a rank while its trace is written. */
final class TrafficCount {
    /** The key of the sums. */
    private record Key(Optional<Group> group, Optional<CollectiveType> type, int ranks) {}

    private final Map<Key, long[]> sums = new HashMap<>();

    void collective(Group group, CollectiveType type, int ranks, long bytes) {
        add(new Key(Optional.of(group), Optional.of(type), ranks), bytes);
    }

    void message(long bytes) {
        add(new Key(Optional.empty(), Optional.empty(), 2), bytes);
    }

    private void add(Key key, long bytes) {
        long[] sum = sums.computeIfAbsent(key, k -> new long[2]);
        sum[0]++;
        sum[1] = Math.addExact(sum[1], bytes);
    }

    /** The sums, messages last. */
    List<Traffic> of(int stage) {
        List<Traffic> rows = new ArrayList<>();
        sums.forEach((key, sum) -> rows.add(new Traffic(stage, key.group, key.type, key.ranks, sum[0], sum[1])));
        rows.sort(Comparator.<Traffic>comparingInt(
                        row -> row.group().map(Enum::ordinal).orElse(Integer.MAX_VALUE))
                .thenComparing(row -> row.type().map(Enum::ordinal).orElse(0)));
        return rows;
    }
}
