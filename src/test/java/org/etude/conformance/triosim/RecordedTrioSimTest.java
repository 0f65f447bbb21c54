// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.triosim;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.Shared;
import org.etude.conformance.model.ConformanceCase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs of the original: of synthetic steps here, of recorded ones in the shared directory. */
class RecordedTrioSimTest {
    private static final int EVERY = 4;

    /** What differs in every n-th case. */
    private static List<String> differences(String what, Path directory, int every) {
        List<ConformanceCase> all = new TrioSimLayout().cases(directory);
        List<String> differences = new ArrayList<>();
        int count = 0;
        int differ = 0;
        for (int i = 0; i < all.size(); i += every) {
            List<String> found = all.get(i).differences().get();
            found.forEach(line -> differences.add(line));
            count++;
            differ += found.isEmpty() ? 0 : 1;
        }
        System.out.println(what + ": " + count + " cases, " + differ + " differ");
        assertThat(count).isPositive();
        return differences;
    }

    @Test
    void syntheticStepsTakeTheOriginalsTime() throws URISyntaxException {
        Path directory = Path.of(
                RecordedTrioSimTest.class.getResource("/triosim/runs.jsonl").toURI());
        assertThat(new TrioSimLayout().cases(directory.getParent())).hasSize(204);
        assertThat(differences("TrioSim, synthetic steps", directory.getParent(), 1))
                .isEmpty();
    }

    @Test
    void everyFourthSharedRunIsEqual() {
        assertThat(differences("TrioSim, every fourth run", Shared.dir("golden", "triosim"), EVERY))
                .isEmpty();
    }

    @Test
    @Tag("campaign")
    void allSharedRunsAndTheirTimelinesAreEqual() {
        assertThat(differences("TrioSim, all runs", Shared.dir("golden", "triosim"), 1))
                .isEmpty();
    }
}
