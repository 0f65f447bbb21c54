// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ClusterTest {
    @Test
    void withoutTheOptionalPartTheErrorSaysWhatGetsIt() throws Exception {
        assertThatThrownBy(() -> Cluster.at("spark://head:7077").open(ClusterWork.ONE_PASS))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("spark://head:7077: Etude's Spark module is not on the class path")
                .hasMessageContaining("mvn -q -f spark/pom.xml -DskipTests package");
        assertThatThrownBy(() -> Cluster.spark(new StringBuilder()).open(ClusterWork.ONE_PASS))
                .hasMessageContaining("StringBuilder: Etude's Spark module is not on the class path");
        assertThat(Files.readString(Path.of("spark", "pom.xml"))).contains("<artifactId>etude-spark</artifactId>");
        assertThat(Cluster.at("local[2]")).hasToString("Cluster local[2]");
    }

    @Test
    void theMainBuildNeverAsksForSpark() throws Exception {
        assertThat(Files.readString(Path.of("pom.xml"))).doesNotContain("org.apache.spark", "<module>");
    }

    @Test
    void aTaskIsMadeFromItsName() throws Exception {
        assertThat(RemoteTask.open(Twice.class.getName(), new byte[] {3}).run(new byte[] {4}))
                .containsExactly(3, 4);
        assertThatThrownBy(() -> RemoteTask.open("org.etude.cluster.None", new byte[0]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("org.etude.cluster.None");
    }

    /** Answers what is shared, and its input. */
    public static final class Twice implements RemoteTask {
        private final byte shared;

        /** Takes what is shared. */
        public Twice(byte[] shared) {
            this.shared = shared[0];
        }

        @Override
        public byte[] run(byte[] input) {
            return new byte[] {shared, input[0]};
        }
    }
}
