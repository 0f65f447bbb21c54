// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The objects of a newly built engine, numbered in an order that depends only on its inputs. Inputs are numbered, their
 * contents are not.
 */
final class BuiltObjects {
    private static final int PRIME = 31;

    private final StateTypes types;
    private final List<Object> all = new ArrayList<>();
    private long print = 1;

    private BuiltObjects(StateTypes types) {
        this.types = types;
    }

    /** The objects reachable from an engine. */
    static BuiltObjects of(Object root, StateTypes types) {
        BuiltObjects built = new BuiltObjects(types);
        built.find(root);
        return built;
    }

    List<Object> all() {
        return all;
    }

    /** A fingerprint of their classes and sizes. */
    long print() {
        return print;
    }

    /** The number of each object. */
    Map<Object, Integer> numbers() {
        Map<Object, Integer> numbers = new IdentityHashMap<>(all.size());
        for (Object each : all) {
            numbers.put(each, numbers.size());
        }
        return numbers;
    }

    private void find(Object root) {
        Map<Object, Integer> seen = new IdentityHashMap<>();
        List<Map<?, ?>> byIdentity = new ArrayList<>();
        meet(root, seen);
        int next = 0;
        int maps = 0;
        while (next < all.size() || maps < byIdentity.size()) {
            if (next < all.size()) {
                expand(all.get(next++), seen, byIdentity);
            } else {
                entries(byIdentity.get(maps++), seen);
            }
        }
    }

    private void meet(Object value, Map<Object, Integer> seen) {
        if (value instanceof Optional<?> optional) {
            meet(optional.orElse(null), seen);
        } else if (value != null && !StateOutput.plain(value) && seen.putIfAbsent(value, all.size()) == null) {
            all.add(value);
            print(StateTypes.name(value.getClass()).hashCode());
        }
    }

    private void print(int part) {
        print = print * PRIME + part;
    }

    private void expand(Object value, Map<Object, Integer> seen, List<Map<?, ?>> byIdentity) {
        Class<?> type = value.getClass();
        if (type.isArray()) {
            print(Array.getLength(value));
            if (value instanceof Object[] elements) {
                for (Object element : elements) {
                    meet(element, seen);
                }
            }
        } else if (value instanceof IdentityHashMap<?, ?> map) {
            byIdentity.add(map);
        } else if (JavaCollections.holds(value)) {
            JavaCollections.elements(value).forEach(element -> meet(element, seen));
        } else if (StateTypes.walked(type)) {
            for (Field field : types.fields(type)) {
                if (!field.getType().isPrimitive()) {
                    meet(StateOutput.get(field, value), seen);
                }
            }
        }
    }

    /**
     * Visits entries in the order of their keys' numbers, already known here; the map's own order differs between
     * processes.
     */
    private void entries(Map<?, ?> map, Map<Object, Integer> seen) {
        Collection<? extends Map.Entry<?, ?>> entries = map.entrySet();
        entries.stream()
                .filter(entry -> seen.containsKey(entry.getKey()))
                .sorted(Comparator.comparing(entry -> seen.get(entry.getKey())))
                .forEach(entry -> meet(entry.getValue(), seen));
    }
}
