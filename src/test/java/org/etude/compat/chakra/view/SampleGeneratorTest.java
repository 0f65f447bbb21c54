// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.etude.Shared;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.EtFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleGeneratorTest {
    @TempDir
    Path dir;

    @Test
    void goldenFamilies() throws IOException {
        SampleGenerator.generate(new SampleGenerator.Options(2, 5, 1024, 65536), dir);
        int cases = 0;
        int differ = 0;
        for (Path golden : goldens()) {
            cases++;
            Path ours = dir.resolve(golden.getFileName().toString());
            if (Files.mismatch(golden, ours) >= 0) {
                differ++;
                System.out.println("generator differs: " + ours.getFileName());
            }
        }
        System.out.println("Sample generator: " + cases + " cases, " + differ + " differ");
        assertThat(differ).isZero();
        try (Stream<Path> all = Files.list(dir)) {
            assertThat(all).hasSize(28);
        }
    }

    private static List<Path> goldens() throws IOException {
        try (Stream<Path> all = Files.list(Shared.dir("golden", "chakra", "generator"))) {
            return all.sorted().toList();
        }
    }

    @Test
    void idsRunOnOverAllFiles() {
        SampleGenerator.generate(new SampleGenerator.Options(1, 7, 10, 20), dir);
        EtGraph pair = EtFiles.read(dir.resolve("two_comp_nodes_dependent.0.et"));
        assertThat(pair.id(0)).isEqualTo(6);
        assertThat(pair.dataDeps(1)).containsExactly(6);
        assertThat(pair.durationMicros(1)).isEqualTo(7);
        EtGraph last = EtFiles.read(dir.resolve("one_comm_recv_node.0.et"));
        assertThat(last.id(0)).isEqualTo(15);
        assertThat(last.integer(0, "tensor_size", 0)).isEqualTo(10);
    }

    @Test
    void refusesNoRanks() {
        assertThatThrownBy(() -> new SampleGenerator.Options(0, 5, 1, 1)).isInstanceOf(EtException.class);
    }
}
