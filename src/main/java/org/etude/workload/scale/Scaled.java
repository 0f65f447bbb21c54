// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import java.util.Arrays;
import java.util.List;
import org.etude.et.wire.EtSet;

/**
 * A scaled workload.
 *
 * @param set its traces, with assumptions in the report
 * @param source for each rank, the original rank whose trace it copies
 */
public record Scaled(EtSet set, List<Integer> source) {
    /** Copies. */
    public Scaled {
        source = List.copyOf(source);
    }

    static Scaled of(EtSet set, int from) {
        Integer[] source = new Integer[set.ranks().size()];
        Arrays.setAll(source, rank -> rank % from);
        return new Scaled(set, List.of(source));
    }
}
