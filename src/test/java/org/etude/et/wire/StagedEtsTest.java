// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.RankBuilder;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagedEtsTest {
    private static final byte[] NOTHING = {};

    @TempDir
    Path dir;

    private static EtGraph graph(int rank) {
        RankBuilder builder = new RankBuilder(rank, 3);
        builder.host("work of " + rank, Time.ns(100 + rank));
        return builder.build();
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** Rank 1 was converted where the directory is not seen, and is sent; rank 2 has the trace of rank 0. */
    @Test
    void machinesWriteSendAndShare() throws IOException {
        StagedEts.write(dir.resolve("et"), Existing.KEEP, staged -> {
            long first = StagedEts.put(staged.path(), "job", 0, graph(0));
            long second = StagedEts.put(dir.resolve("elsewhere"), "job", 1, graph(1));
            assertThat(second).isEqualTo(-1);
            staged.copy("job", 0, 2);
            staged.complete(
                    "job",
                    List.of(first, second, first),
                    List.of(NOTHING, EtFiles.bytes(graph(1)), NOTHING),
                    CommGroups.none());
            return first;
        });
        assertThat(names(dir)).containsExactly("et");
        assertThat(names(dir.resolve("et"))).containsExactly("groups.json", "job.0.et", "job.1.et", "job.2.et");
        for (int rank : new int[] {0, 1, 2}) {
            assertThat(Files.readAllBytes(dir.resolve("et/job." + rank + ".et")))
                    .isEqualTo(EtFiles.bytes(graph(rank % 2)));
        }
    }

    /** A machine that is killed leaves the temporary file of its rank, which another machine writes anew. */
    @Test
    void whatAKilledMachineLeftIsRemoved() throws IOException {
        StagedEts.write(dir.resolve("et"), Existing.KEEP, staged -> {
            try {
                Files.writeString(staged.path().resolve(".job.0.et.77-1.part"), "half a tr");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            long length = StagedEts.put(staged.path(), "job", 0, graph(0));
            staged.complete("job", List.of(length), List.of(NOTHING), CommGroups.none());
            return length;
        });
        assertThat(names(dir.resolve("et"))).containsExactly("groups.json", "job.0.et");
    }

    @Test
    void ifTheWorkFailsWhatWasThereRemains() throws IOException {
        Path et = Files.createDirectory(dir.resolve("et"));
        Files.write(et.resolve("job.0.et"), EtFiles.bytes(graph(0)));
        assertThatThrownBy(() -> StagedEts.write(et, Existing.KEEP, staged -> {
                    StagedEts.put(staged.path(), "job", 0, graph(1));
                    throw new IllegalStateException("the cluster is gone");
                }))
                .hasMessage("the cluster is gone");
        assertThat(names(et)).containsExactly("job.0.et");
        assertThat(Files.readAllBytes(et.resolve("job.0.et"))).isEqualTo(EtFiles.bytes(graph(0)));
    }

    @Test
    void aFileThatIsNotSeenHereIsReported() {
        assertThatThrownBy(() -> StagedEts.write(dir.resolve("et"), Existing.KEEP, staged -> {
                    staged.complete("job", List.of(500L), List.of(NOTHING), CommGroups.none());
                    return 0;
                }))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("job.0.et: another machine wrote 500 bytes, of which 0 are seen here");
        assertThat(dir.resolve("et")).doesNotExist();
    }

    @Test
    void aLargerJobIsNotMixedWithThisOne() throws IOException {
        Path et = Files.createDirectory(dir.resolve("et"));
        Files.write(et.resolve("job.7.et"), EtFiles.bytes(graph(0)));
        assertThatThrownBy(() -> StagedEts.write(et, Existing.KEEP, staged -> {
                    long length = StagedEts.put(staged.path(), "job", 0, graph(0));
                    staged.complete("job", List.of(length), List.of(NOTHING), CommGroups.none());
                    return length;
                }))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("holds job.7.et");
        assertThat(names(et)).containsExactly("job.7.et");
    }
}
