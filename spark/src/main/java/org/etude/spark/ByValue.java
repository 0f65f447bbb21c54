// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.Partitioner;

/** Which partition holds a value, by its number: slices of equal length, give or take one, as Spark cuts a list. */
final class ByValue extends Partitioner {
    private static final long serialVersionUID = 1L;

    private final int values;
    private final int partitions;

    ByValue(int values, int partitions) {
        this.values = values;
        this.partitions = partitions;
    }

    @Override
    public int numPartitions() {
        return partitions;
    }

    @Override
    public int getPartition(Object key) {
        long next = (Integer) key + 1L;
        return (int) ((next * partitions - 1) / values);
    }

    /** The values of each partition. */
    List<List<Integer>> members() {
        List<List<Integer>> members = new ArrayList<>();
        for (int k = 0; k < partitions; k++) {
            members.add(new ArrayList<>());
        }
        for (int value = 0; value < values; value++) {
            members.get(getPartition(value)).add(value);
        }
        return members;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ByValue by && by.values == values && by.partitions == partitions;
    }

    @Override
    public int hashCode() {
        return 31 * values + partitions;
    }
}
