// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;

class ByValueTest {
    @Test
    void valuesAreWhereSparkPutsThem() {
        try (JavaSparkContext spark =
                JavaSparkContext.fromSparkContext(SparkConnection.open(SparkAddress.of("local[1]")))) {
            for (int values : new int[] {1, 2, 7, 64, 65, 1000}) {
                for (int partitions : new int[] {1, 2, 3, 7, 64}) {
                    if (partitions <= values) {
                        List<Integer> all =
                                IntStream.range(0, values).boxed().toList();
                        assertThat(new ByValue(values, partitions).members())
                                .isEqualTo(spark.parallelize(all, partitions)
                                        .glom()
                                        .collect());
                    }
                }
            }
        }
    }
}
