// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A cache of recreatable values, kept until memory is short. Concurrent requests for a key may both compute its value.
 */
public final class SoftCache<K, V> {
    private final Map<K, SoftReference<V>> values = new ConcurrentHashMap<>();

    /** The value of a key, computed if absent. */
    public V get(K key, Supplier<V> make) {
        SoftReference<V> kept = values.get(key);
        V known = kept == null ? null : kept.get();
        if (known == null) {
            known = make.get();
            values.put(key, new SoftReference<>(known));
        }
        return known;
    }
}
