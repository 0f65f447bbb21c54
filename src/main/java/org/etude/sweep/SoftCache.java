// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Values that can be made again: kept until memory is short. Two threads that ask at the same time may both make one. */
public final class SoftCache<K, V> {
    private final Map<K, SoftReference<V>> values = new ConcurrentHashMap<>();

    /** The value of a key, made when it is not there. */
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
