// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.EtSet;
import org.etude.link.Linker;
import org.etude.link.model.LinkedSet;
import org.etude.report.Progress;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.sweep.ReplicatedRecording;
import org.etude.trace.load.TraceLoader;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranks are converted concurrently, which changes neither graphs nor findings nor their order. */
class ConvertThreadsTest {
    @TempDir
    private Path dir;

    @ParameterizedTest
    @CsvSource({"data/cnn-2-cuda, 6", "data/pipeline-2, 4", "data/moe-2, 6"})
    void theNumberOfThreadsDoesNotMatter(String recording, int ranks) throws IOException {
        ReplicatedRecording.write(Path.of(recording), ranks, dir);
        LinkedSet linked = Linker.link(
                TraceLoader.load(List.of(dir), LoadOptions.defaults(), Progress.NONE),
                LinkOptions.defaults(),
                Progress.NONE);
        EtSet one = EtConverter.convert(linked, ConvertOptions.defaults(), 1, Progress.NONE);
        assertThat(one.ranks()).hasSize(ranks);
        assertThat(one.report().findings()).isNotEmpty();
        List<byte[]> bytes = one.ranks().stream().map(EtFiles::bytes).toList();
        for (int threads : new int[] {2, ranks - 1}) {
            EtSet many = EtConverter.convert(linked, ConvertOptions.defaults(), threads, Progress.NONE);
            assertThat(many.report()).isEqualTo(one.report());
            assertThat(many.groups()).isEqualTo(one.groups());
            for (int rank = 0; rank < ranks; rank++) {
                assertThat(EtFiles.bytes(many.ranks().get(rank)))
                        .as("rank %d", rank)
                        .isEqualTo(bytes.get(rank));
            }
        }
    }
}
