// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** {@link Channels} against a map from keys to channels. */
class ChannelsTest {
    private static final int LOOKUPS = 200_000;

    private record Key(int tag, int src, int dst, long bytes) {}

    private static Key key(SplittableRandom random) {
        long bytes = random.nextBoolean() ? random.nextInt(3) : (1L << 40) + random.nextInt(3) - 1;
        return new Key(random.nextInt(1 << 12) - 5, random.nextInt(4), random.nextInt(4), bytes);
    }

    /** Sweeps drop idle channels only; those in use keep their numbers, keys and counts. */
    @Test
    void keysKeepTheirChannelsWhileInUse() {
        SplittableRandom random = new SplittableRandom(7);
        Channels channels = new Channels();
        Map<Key, Integer> known = new HashMap<>();
        Map<Key, Integer> used = new HashMap<>();
        int sweeps = 0;
        for (int i = 0; i < LOOKUPS; i++) {
            Key key = key(random);
            int channel = channels.of(key.tag(), key.src(), key.dst(), key.bytes());
            if (channels.sweeps() != sweeps) {
                sweeps = channels.sweeps();
                known.keySet().retainAll(used.keySet());
            }
            assertThat(known.putIfAbsent(key, channel)).isIn(null, channel);
            assertThat(List.of(channels.tag(channel), channels.src(channel), channels.dst(channel)))
                    .containsExactly(key.tag(), key.src(), key.dst());
            assertThat(channels.bytes(channel)).isEqualTo(key.bytes());
            assertThat(channels.live(channel)).isTrue();
            assertThat(channels.get(channel, Channels.IN_FLIGHT)).isEqualTo(used.getOrDefault(key, 0));
            if (random.nextInt(50) == 0) {
                channels.add(channel, Channels.IN_FLIGHT, 1);
                used.merge(key, 1, Integer::sum);
            }
        }
        assertThat(sweeps).isPositive();
    }
}
