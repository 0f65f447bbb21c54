// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.etude.link.Recording;
import org.etude.report.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that share a GPU, which runs work of one of them only. */
class SharedGpusTest {
    private static final int KERNELS = 12;

    @TempDir
    Path dir;

    private final Recording job = new Recording(2);
    private int correlation;

    private void kernel(int rank, double at, double micros) {
        job.rank(rank).call("cudaLaunchKernel", 10, at - 5, 1, ++correlation);
        job.rank(rank).kernel("gemm", 7, at, micros, correlation);
    }

    private List<Finding> findings() {
        return job.link(dir).report().findings().stream()
                .filter(f -> f.what().contains("take turns"))
                .toList();
    }

    /** Each rank's kernel begins this long after the other's ended. */
    private void turns(double... apart) {
        double at = 1000;
        for (int k = 0; k < 2 * KERNELS; k++) {
            at += apart[k % apart.length];
            kernel(k % 2, at, 50);
            at += 50;
        }
    }

    @Test
    void workThatAlwaysBeginsEquallyLongAfterTheOthersShowsOneGpu() {
        turns(140, 141, 139);
        assertThat(findings()).singleElement().satisfies(f -> {
            assertThat(f.level()).isEqualTo(Finding.Level.WARNING);
            assertThat(f.what()).isEqualTo("ranks 0 and 1 take turns on one GPU");
            assertThat(f.why()).isEqualTo("work of one begins about 140 us after the other's ends, 23 of 23 times");
        });
    }

    @Test
    void workThatBeginsNowAndThenDoesNot() {
        turns(10, 100, 200, 300, 450, 700, 900);
        assertThat(findings()).isEmpty();
    }

    @Test
    void workThatRunsDuringTheOthersDoesNot() {
        turns(140, 140, 140, 140);
        for (int k = 0; k < 2 * KERNELS; k++) {
            kernel(0, 100_000 + 100 * k, 50);
            kernel(1, 100_010 + 100 * k, 50);
        }
        assertThat(findings()).isEmpty();
    }

    @Test
    void aFewTurnsAreNoEvidence() {
        for (int k = 0; k < 10; k++) {
            kernel(k % 2, 1000 + 190 * k, 50);
        }
        assertThat(findings()).isEmpty();
    }
}
