// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.etude.spec.ConvertOptions.KernelTime;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;

class ConvertOptionsTest {
    private static final ConvertOptions ALL = new ConvertOptions(
            KernelTime.MEASURED, null, true, false, "run", "tag", 1_410, Time.us(7), true, Time.ns(300));

    private static ConvertOptions like(KernelTime time, Time average, boolean host, boolean communication) {
        return new ConvertOptions(
                time, average, host, communication, "run", "tag", 1_410, Time.us(7), true, Time.ns(300));
    }

    @Test
    void whatLeavesTheHostOutKeepsEverythingElse() {
        assertThat(ALL.withoutHost()).isEqualTo(like(KernelTime.MEASURED, null, false, false));
        assertThat(ALL.communicationOnly()).isEqualTo(like(KernelTime.MEASURED, null, false, true));
        assertThat(ALL.averageKernel(Time.us(3))).isEqualTo(like(KernelTime.AVERAGE, Time.us(3), false, false));
        assertThat(ALL.averageKernel(Time.us(3)).meanKernel()).isEqualTo(like(KernelTime.MEAN, null, false, false));
    }

    @Test
    void eachOptionChangesItsComponentOnly() {
        ConvertOptions built = ConvertOptions.defaults()
                .prefix("run")
                .modelTag("tag")
                .clock(1_410)
                .smallestGap(Time.us(7))
                .aligned()
                .profilerCost(Time.ns(300));
        assertThat(built).isEqualTo(ALL);
    }

    @Test
    void refusesWhatNoConversionCanUse() {
        assertThatThrownBy(() -> ALL.clock(-1)).hasMessageContaining("above 0: -1.0");
        assertThatThrownBy(() -> ALL.averageKernel(Time.ns(0))).hasMessageContaining("must be above 0");
        assertThatThrownBy(() -> ALL.prefix("a/b")).hasMessageContaining("cannot start a file name: 'a/b.tag'");
        assertThatThrownBy(() -> ALL.prefix("")).hasMessageContaining("cannot start a file name");
    }
}
