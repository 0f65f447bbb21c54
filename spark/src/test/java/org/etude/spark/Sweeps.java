// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import static org.etude.unit.Units.mib;
import static org.etude.unit.Units.us;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.Sweep;
import org.etude.Workload;
import org.etude.spec.Fidelity;

/** Sweeps that clusters and this process run alike. */
final class Sweeps {
    private Sweeps() {}

    /** Networks of three kinds, one that does not fit, two scales, an algorithm by code of this test, chunks. */
    static Sweep varied() {
        return Sweep.of(job())
                .over("auto:1d", "auto:2d", "torus:2x2")
                .overRanks(4, 8)
                .scaled(s -> s.commScale(2))
                .vary("code", "a", s -> s.splits(1))
                .vary("code", "b", s -> s.splits(2))
                .with(s -> s.fidelity(Fidelity.AWARE))
                .withoutCache();
    }

    /** So many runs of a tenth of a second or more each, every one different. */
    static Sweep lasting(int runs) {
        Sweep sweep = Sweep.of(job()).over("torus:4x4").overRanks(16).withoutCache();
        for (int run = 0; run < runs; run++) {
            int number = run;
            sweep = sweep.vary("rate", "" + number, s -> s.packets(p -> p.withErrorRate(number * 1e-7)));
        }
        return sweep;
    }

    static Workload job() {
        return Workload.of(4, r -> r.compute("forward", us(100 + r.rank()))
                .allReduce("gradients", mib(4))
                .compute("optimizer", us(30)));
    }

    /** What a sweep writes to sweep.csv. */
    static String csv(Sweep.Result result, Path dir) throws IOException {
        result.save(dir);
        return Files.readString(dir.resolve("sweep.csv"));
    }
}
