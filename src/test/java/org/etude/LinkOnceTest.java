// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.etude.report.Progress;
import org.etude.spec.LinkOptions;
import org.junit.jupiter.api.Test;

/** Recorded traces are linked once, whoever asks. */
class LinkOnceTest {
    private static final Path TRACES = Path.of("data/moe-2");

    @Test
    void equalOptionsLinkOnce() {
        Traces traces = Traces.load(TRACES.toString());
        AtomicInteger heard = new AtomicInteger();
        Progress watcher = (what, done, total) -> heard.incrementAndGet();

        LinkedTraces first = traces.link(LinkOptions.defaults(), watcher);
        assertThat(heard.getAndSet(0)).isPositive();
        traces.steps();
        assertThat(traces.link(LinkOptions.defaults(), watcher)).isSameAs(first);
        assertThat(traces.link(l -> l)).isSameAs(first);
        assertThat(heard).hasValue(0);
    }

    @Test
    void otherOptionsLinkAnew() {
        Traces traces = Traces.load(TRACES.toString());
        LinkedTraces first = traces.link();
        LinkedTraces names = traces.link(LinkOptions::withoutIds);

        assertThat(names).isNotSameAs(first);
        assertThat(names.report().columnCount()).isEqualTo(first.report().columnCount());
        assertThat(first.matches()).isSameAs(first.matches());
    }
}
