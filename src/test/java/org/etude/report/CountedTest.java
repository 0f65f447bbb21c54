// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Only 1 has the singular. */
class CountedTest {
    @Test
    void aNounAgreesWithItsNumber() {
        assertThat(Counted.of(0, "node")).isEqualTo("0 nodes");
        assertThat(Counted.of(1, "node")).isEqualTo("1 node");
        assertThat(Counted.of(2, "node")).isEqualTo("2 nodes");
        assertThat(Counted.of(-1, "node")).isEqualTo("-1 nodes");
    }

    @Test
    void soDoesWhatIsSaidOfIt() {
        assertThat(Counted.of(1, "switch is", "switches are") + " left").isEqualTo("1 switch is left");
        assertThat(Counted.of(3, "switch is", "switches are") + " left").isEqualTo("3 switches are left");
    }

    @Test
    void aLargeNumberHasSeparators() {
        assertThat(Counted.grouped(2_433, "row", "rows")).isEqualTo("2,433 rows");
        assertThat(Counted.grouped(1, "row", "rows")).isEqualTo("1 row");
    }

    /** The verb agrees with the part, the noun with all. */
    @Test
    void aPartOfAllAgreesWithItsOwnNumber() {
        assertThat(Counted.among(1, 3, "step", "is empty", "are empty")).isEqualTo("1 of 3 steps is empty");
        assertThat(Counted.among(1, 1, "step", "is empty", "are empty")).isEqualTo("1 of 1 step is empty");
        assertThat(Counted.among(2, 3, "step", "is empty", "are empty")).isEqualTo("2 of 3 steps are empty");
    }
}
