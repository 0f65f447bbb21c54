// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class WhatIfTest {
    private static WhatIf of(UnaryOperator<WhatIf> question) {
        return question.apply(WhatIf.nothing());
    }

    @Test
    void changesAreSaidInTheOrderInWhichTheyWereAsked() {
        assertThat(WhatIf.nothing()).hasToString("nothing");
        assertThat(of(w -> w.links(2).compute(0.5).collectives(0)))
                .hasToString("links x 2, compute x 0.5, collectives free");
        assertThat(of(w -> w.level(1, 4).link(0, 9, 0.25).latency(0)))
                .hasToString("level 1 x 4, link 0-9 x 0.25, latency x 0");
        assertThat(of(w -> w.host(1e9).ops(OpClass.MATMUL, 2).op("aten::*", 0)))
                .hasToString("host x 1.0E9, matmul x 2, aten::* free");
    }

    @Test
    void factorsOfLinksAreSpeedsAndOfLatenciesTimes() {
        WhatIf.LinkChange all = of(w -> w.links(2)).links().get(0);
        assertThat(all).isEqualTo(new WhatIf.LinkChange("links x 2", -1, -1, -1, 2, 1));
        assertThat(all.ofAll()).isTrue();
        assertThat(of(w -> w.latency(3)).links())
                .containsExactly(new WhatIf.LinkChange("latency x 3", -1, -1, -1, 1, 3));
        assertThat(of(w -> w.level(0, 2)).links().get(0).ofAll()).isFalse();
        assertThat(of(w -> w.link(0, 1, 2)).links().get(0).ofAll()).isFalse();
    }

    @Test
    void workIsChosenByWhatItIs() {
        assertThat(of(w -> w.compute(2)
                                .host(2)
                                .collectives(2)
                                .ops(OpClass.MATMUL, 2)
                                .op("a*", 2))
                        .nodes())
                .extracting(WhatIf.NodeChange::work)
                .containsExactly(
                        WhatIf.Work.COMPUTE,
                        WhatIf.Work.HOST,
                        WhatIf.Work.COLLECTIVES,
                        WhatIf.Work.KIND,
                        WhatIf.Work.NAME);
        WhatIf.NodeChange named = of(w -> w.op("a*", 2)).nodes().get(0);
        assertThat(named).isEqualTo(new WhatIf.NodeChange("a* x 2", WhatIf.Work.NAME, null, "a*", 2));
        assertThat(of(w -> w.ops(OpClass.MATMUL, 2)).nodes().get(0).kind()).isEqualTo(OpClass.MATMUL);
    }

    @Test
    void onlyChangesOfLinksNeedOtherLinks() {
        assertThat(of(w -> w.compute(0)).changesLinks()).isFalse();
        assertThat(of(w -> w.latency(0)).changesLinks()).isTrue();
    }

    @Test
    void aQuestionIsAValue() {
        WhatIf base = of(w -> w.links(2));
        WhatIf more = base.compute(0);
        assertThat(base.nodes()).isEmpty();
        assertThat(more).isEqualTo(of(w -> w.links(2).compute(0))).isNotEqualTo(base);
        assertThat(more).hasSameHashCodeAs(of(w -> w.links(2).compute(0)));
        assertThat(of(w -> w.links(2))).isNotEqualTo(of(w -> w.links(3)));
    }

    @Test
    void factorsThatMakeNoSenseAreRefused() {
        for (double bad : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> of(w -> w.compute(bad)))
                    .isInstanceOf(SimulationException.class)
                    .hasMessageContaining(bad + " is not a valid factor");
            assertThatThrownBy(() -> of(w -> w.links(bad))).isInstanceOf(SimulationException.class);
            assertThatThrownBy(() -> of(w -> w.latency(bad))).isInstanceOf(SimulationException.class);
        }
        assertThatThrownBy(() -> of(w -> w.links(0)))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("links x 0");
    }
}
