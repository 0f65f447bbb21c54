// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;
import org.etude.compat.simai.cluster.ClusterFile;
import org.etude.compat.simai.cluster.ClusterPlan;
import org.etude.conformance.simai.Recorded;
import org.etude.report.Sha256;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** SimAI's own files, by hash. */
class RecordedTopologiesTest {
    @TestFactory
    Stream<DynamicTest> filesAreTheSame() {
        return Recorded.lines("topologies.txt")
                .map(line -> DynamicTest.dynamicTest(line.get(0), () -> {
                    List<String> args = line.subList(2, line.size());
                    ClusterPlan plan = ClusterPlan.of(ClusterOptions.parse(args));
                    assertThat(plan.spec().fileName()).isEqualTo(line.get(0));
                    assertThat(Sha256.hex(written(plan))).isEqualTo(line.get(1));
                }));
    }

    private static byte[] written(ClusterPlan plan) {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ClusterFile.writeTo(plan, out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
