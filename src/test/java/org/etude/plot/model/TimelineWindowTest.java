// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;

class TimelineWindowTest {
    @Test
    void everythingIsShownUntilAPartIsAskedFor() {
        assertThat(TimelineWindow.all())
                .isEqualTo(new TimelineWindow(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Set.of()));
    }

    @Test
    void timesBecomeMicroseconds() {
        TimelineWindow window = TimelineWindow.all()
                .from(Time.ms(2))
                .to(new Time(3_000_500_000L))
                .ranks(4, 1, 4);
        assertThat(window).isEqualTo(new TimelineWindow(2_000, 3_000.5, Set.of(1, 4)));
        assertThat(window.ranks())
                .as("all again")
                .isNotEqualTo(window.ranks(new int[0]).ranks());
        assertThat(window.ranks(new int[0]).ranks()).isEmpty();
    }

    @Test
    void aWindowThatShowsNothingIsRefused() {
        TimelineWindow late = TimelineWindow.all().from(Time.us(5));
        assertThat(late.to(Time.us(6)).toUs()).isEqualTo(6);
        assertThatThrownBy(() -> late.to(Time.us(5)))
                .isInstanceOf(PlotException.class)
                .hasMessageContaining("a timeline from 5.0 us to 5.0 us is empty");
        assertThatThrownBy(() -> late.to(Time.us(4))).isInstanceOf(PlotException.class);
    }
}
