// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.timed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

/** What holds for exchanges of two ranks whatever was timed: no rank beats the link, and a faster network is never slower. */
class PairExchangeProperties {
    private static PairExchange exchange(boolean gather, double oneWay, double share, boolean gloo) {
        return new PairExchange(gather ? "all_gather" : "all_to_all", oneWay, oneWay * share, gloo);
    }

    @Property
    void noRankHasTheOthersDataBeforeTheLinkHasCarriedThem(
            @ForAll boolean gather,
            @ForAll @DoubleRange(min = 0.1, max = 1e6) double oneWay,
            @ForAll @DoubleRange(min = 1, max = 4) double share,
            @ForAll boolean gloo) {
        PairExchange e = exchange(gather, oneWay, share, gloo);
        assertThat(e.earlyMicros()).isBetween(oneWay, e.lateMicros());
        assertThat(e.togetherMicros()).isBetween(oneWay, Math.max(e.lateMicros(), e.timed()));
        assertThat(e.heldMicros()).isBetween(0.0, oneWay);
    }

    @Property
    void aLateRankWaitsForTheProtocolsWaysAtLeast(
            @ForAll @DoubleRange(min = 0.1, max = 1e6) double oneWay,
            @ForAll @DoubleRange(min = 1, max = 4) double share) {
        assertThat(exchange(false, oneWay, share, true).lateMicros()).isGreaterThanOrEqualTo(2 * oneWay);
        assertThat(exchange(true, oneWay, share, true).lateMicros()).isGreaterThanOrEqualTo(1.5 * oneWay);
    }

    @Property
    void aNetworkThatIsFasterByAFactorIsFasterByIt(
            @ForAll boolean gather,
            @ForAll @DoubleRange(min = 0.1, max = 1e6) double oneWay,
            @ForAll @DoubleRange(min = 1, max = 4) double share,
            @ForAll boolean gloo,
            @ForAll @DoubleRange(min = 1, max = 100) double faster) {
        // On the border between aligned and skewed timings rounding decides.
        Assume.that(Math.abs(share - 1.15) > 1e-6);
        PairExchange slow = exchange(gather, oneWay, share, gloo);
        PairExchange fast = new PairExchange(slow.type(), oneWay / faster, slow.timed() / faster, gloo);
        assertThat(fast.lateMicros()).isCloseTo(slow.lateMicros() / faster, within(1e-9 * oneWay));
        assertThat(fast.earlyMicros()).isCloseTo(slow.earlyMicros() / faster, within(1e-9 * oneWay));
        assertThat(fast.togetherMicros()).isCloseTo(slow.togetherMicros() / faster, within(1e-9 * oneWay));
        assertThat(fast.heldMicros()).isCloseTo(slow.heldMicros() / faster, within(1e-9 * oneWay));
    }
}
