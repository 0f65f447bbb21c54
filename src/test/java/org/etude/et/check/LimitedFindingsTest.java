// SPDX-License-Identifier: Apache-2.0
package org.etude.et.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.junit.jupiter.api.Test;

class LimitedFindingsTest {
    private static LimitedFindings of(int first, int second) {
        LimitedFindings findings = new LimitedFindings(3);
        for (int i = 0; i < Math.max(first, second); i++) {
            if (i < first) {
                findings.add(Level.WARNING, "node " + i, "what " + i, "one", "effect");
            }
            if (i < second) {
                findings.add(Level.ERROR, "node " + i, "other " + i, "two", "worse");
            }
        }
        return findings;
    }

    @Test
    void asManyAsAreShownNeedNoSummary() {
        assertThat(of(0, 0).rows()).isEmpty();
        assertThat(of(20, 0).rows()).hasSize(20).extracting(Finding::where).endsWith("node 19");
    }

    @Test
    void whatIsLeftOutIsCountedByKindAfterAllRows() {
        LimitedFindings findings = of(21, 25);
        assertThat(findings.rows()).hasSize(42);
        assertThat(findings.rows().subList(40, 42))
                .containsExactly(
                        new Finding(Level.WARNING, "validate", 3, "", "1 more like it", "one", "effect"),
                        new Finding(Level.ERROR, "validate", 3, "", "5 more like it", "two", "worse"));
        assertThat(findings.rows()).as("asked again").hasSize(42);
    }
}
