// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.util.Optional;
import org.etude.cluster.ClusterEngine;
import org.etude.cluster.ClusterProvider;

/** Spark in this process on one core, with all values in one partition. */
public final class OnePartitionProvider implements ClusterProvider {
    static final String NAME = "one-partition";

    @Override
    public Optional<ClusterEngine> at(String address) {
        return address.equals(NAME)
                ? Optional.of(new SparkEngine(SparkConnection.open(SparkAddress.of("local[1]")), true, 1, 1))
                : Optional.empty();
    }

    @Override
    public Optional<ClusterEngine> of(Object session) {
        return Optional.empty();
    }
}
