// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.cluster.ClusterWork;
import org.junit.jupiter.api.Test;

class SparkConnectionTest {
    private static final String EXECUTORS = "spark.executor.extraJavaOptions";
    private static final SparkAddress ADDRESS = SparkAddress.of("spark://127.0.0.1:7077");

    @Test
    void executorsOfAConversionCompileQuicklyUnlessTheUserSaysOtherwise() {
        assertThat(SparkConnection.settings(ADDRESS, ClusterWork.ONE_PASS).get(EXECUTORS))
                .isEqualTo("-XX:TieredStopAtLevel=1");
        assertThat(SparkConnection.settings(ADDRESS, ClusterWork.SIMULATION).contains(EXECUTORS))
                .isFalse();
        System.setProperty(EXECUTORS, "-Xint");
        try {
            assertThat(SparkConnection.settings(ADDRESS, ClusterWork.ONE_PASS).get(EXECUTORS))
                    .isEqualTo("-Xint");
        } finally {
            System.clearProperty(EXECUTORS);
        }
    }
}
