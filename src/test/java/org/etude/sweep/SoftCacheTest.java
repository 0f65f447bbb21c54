// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SoftCacheTest {
    @Test
    void aValueIsMadeOnceForEachKey() {
        SoftCache<String, Object> cache = new SoftCache<>();
        AtomicInteger made = new AtomicInteger();
        Object first = cache.get("a", () -> "value " + made.incrementAndGet());
        assertThat(cache.get("a", () -> "value " + made.incrementAndGet())).isSameAs(first);
        assertThat(cache.get("b", () -> "value " + made.incrementAndGet())).isEqualTo("value 2");
        assertThat(made).hasValue(2);
    }
}
