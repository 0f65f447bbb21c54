// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.etude.spec.EventFilter;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;

class TimelineWindowTest {
    @Test
    void everythingIsShownUntilAPartIsAskedFor() {
        assertThat(TimelineWindow.all())
                .isEqualTo(new TimelineWindow(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Set.of()));
    }

    @Test
    void aFilterSelectsTimesAndRanks() {
        assertThat(TimelineWindow.of(EventFilter.all())).isEqualTo(TimelineWindow.all());
        EventFilter part = EventFilter.all().from(Time.ms(2)).to(new Time(3_000_500_000L));
        assertThat(TimelineWindow.of(part.ranks(4, 1, 4))).isEqualTo(new TimelineWindow(2_000, 3_000.5, Set.of(1, 4)));
        assertThat(TimelineWindow.of(part.ranks(new int[0]))).isEqualTo(new TimelineWindow(2_000, 3_000.5, Set.of()));
        assertThat(TimelineWindow.of(EventFilter.all().to(Time.us(6))))
                .isEqualTo(new TimelineWindow(Double.NEGATIVE_INFINITY, 6, Set.of()));
    }

    @Test
    void streamsAndNamesCannotBeSelected() {
        for (EventFilter part : new EventFilter[] {
            EventFilter.all().streams(7), EventFilter.all().name("gemm")
        }) {
            assertThatThrownBy(() -> TimelineWindow.of(part))
                    .isInstanceOf(PlotException.class)
                    .hasMessageContaining("no stream or name can be selected");
        }
    }

    @Test
    void aWindowThatShowsNothingIsRefused() {
        assertThatThrownBy(() -> new TimelineWindow(5, 5, Set.of()))
                .isInstanceOf(PlotException.class)
                .hasMessageContaining("a timeline from 5.0 us to 5.0 us is empty");
        assertThatThrownBy(() -> new TimelineWindow(5, 4, Set.of())).isInstanceOf(PlotException.class);
    }
}
