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
}
