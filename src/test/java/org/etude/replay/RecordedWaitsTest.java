// SPDX-License-Identifier: Apache-2.0
package org.etude.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.LinkedTraces;
import org.etude.Traces;
import org.etude.trace.activity.PartnerWaits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The times of a conversion are taken only where a Kineto trace shows that the host computes. */
class RecordedWaitsTest {
    @TempDir
    private Path dir;

    private final List<String> heard = new ArrayList<>();

    private PartnerWaits waits(Path recording) {
        LinkedTraces linked = Traces.load(recording.toString()).link();
        return RecordedWaits.of(linked.set(), linked.matches(), (what, done, total) -> heard.add(what));
    }

    private Path without(Path recording, String file) throws IOException {
        try (var files = Files.list(recording)) {
            for (Path each :
                    files.filter(f -> !f.getFileName().toString().equals(file)).toList()) {
                Files.copy(each, dir.resolve(each.getFileName()));
            }
        }
        return dir;
    }

    @Test
    void hostsThatComputeAreLookedAt() {
        PartnerWaits waits = waits(Path.of("data/moe-2"));
        assertThat(heard).contains("convert rank 0", "convert rank 1");
        assertThat(waits.host(0, 0).length()).isPositive();
        assertThat(waits.host(1, 0).length()).isPositive();
    }

    /** The content of a missing Kineto trace is unknown, and nothing about its rank is queried. */
    @Test
    void aGpuJobThatLacksAKinetoTraceIsNotConverted() throws IOException {
        PartnerWaits waits = waits(without(Path.of("data/cnn-2-cuda"), "device_1.json.gz"));
        assertThat(heard).isEmpty();
        assertThat(waits.host(0, 0).length()).isZero();
        assertThat(waits.host(1, 0).length()).isZero();
    }
}
