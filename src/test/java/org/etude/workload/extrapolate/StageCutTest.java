// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.etude.spec.WorkloadException;
import org.junit.jupiter.api.Test;

class StageCutTest {
    private static boolean[] anywhere(int layers) {
        boolean[] all = new boolean[layers];
        Arrays.fill(all, true);
        return all;
    }

    @Test
    void aCostlyLayerStandsAlone() {
        StageCut cut = StageCut.balanced(new double[] {1, 1, 9, 1, 1}, anywhere(5), 3);
        assertThat(cut.first()).containsExactly(0, 2, 3);
        assertThat(cut.part(0)).isZero();
        assertThat(cut.part(2)).isEqualTo(1);
        assertThat(cut.part(4)).isEqualTo(2);
        assertThat(cut.end(2)).isEqualTo(5);
    }

    @Test
    void layersThatShareASplitActivationStayTogether() {
        boolean[] pairs = {true, false, true, false, true, false};
        assertThat(StageCut.balanced(new double[] {5, 1, 1, 1, 1, 1}, pairs, 2).first())
                .containsExactly(0, 2);
        assertThatThrownBy(() -> StageCut.balanced(new double[6], pairs, 4))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("6 layers cannot be cut into 4 parts");
    }

    @Test
    void partsBeyondCountingAreRefusedBeforeMemoryIsTaken() {
        assertThatThrownBy(() -> StageCut.balanced(new double[] {1, 2}, anywhere(2), Integer.MAX_VALUE))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("2 layers cannot be cut into 2147483647 parts");
    }

    @Test
    void onePartHoldsAll() {
        StageCut cut = StageCut.balanced(new double[] {1, 2, 3}, anywhere(3), 1);
        assertThat(cut.first()).containsExactly(0);
        assertThat(cut.end(0)).isEqualTo(3);
        assertThatThrownBy(() -> StageCut.balanced(new double[] {1, 2}, anywhere(2), 3))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("a part holds a layer or more");
    }
}
