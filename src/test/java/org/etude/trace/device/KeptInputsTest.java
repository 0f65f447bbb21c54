// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.trace.model.StringTable;
import org.junit.jupiter.api.Test;

class KeptInputsTest {
    private final StringTable names = new StringTable();
    private final KeptInputs kept = new KeptInputs(names);

    private boolean isKept(String name) {
        return kept.isKept(names.idOf(name));
    }

    @Test
    void ofCollectivesAndMatrixProducts() {
        assertThat(isKept("aten::relu")).isFalse();
        assertThat(isKept("aten::mm")).isTrue();
        assertThat(isKept("c10d::allreduce_")).isTrue();
        assertThat(isKept("aten::mm")).isTrue();
        assertThat(isKept("aten::relu")).isFalse();
    }

    @Test
    void equalTextsAreHeldOnce() {
        String first = new String("[[2,3]]");
        assertThat(kept.once(first)).isSameAs(first);
        assertThat(kept.once(new String("[[2,3]]"))).isSameAs(first);
        assertThat(kept.once("[[3,2]]")).isEqualTo("[[3,2]]");
    }
}
