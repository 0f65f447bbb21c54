// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlowedShareTest {
    /** The second name is that of execution traces written before it was renamed. */
    @ParameterizedTest
    @CsvSource({
        "slowed_ppm, 250000, 0.25",
        "beside_ppm, 250000, 0.25",
        "slowed_ppm, 1000001, 1",
        "slowed_ppm, -1, 0",
        "pace_ppm, 250000, 0"
    })
    void isAFractionOfTheDuration(String name, long ppm, double share) {
        EtGraphBuilder out = new EtGraphBuilder("0.0.4", List.of());
        out.begin(1, "a", EtNodeType.COMP, 0, 1);
        out.int64(name, ppm);
        out.end();
        assertThat(SlowedShare.of(out.build(), 0)).isEqualTo(share);
    }
}
