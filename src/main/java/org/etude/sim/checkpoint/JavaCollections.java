// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Serialises the JDK's collections by their elements, independent of their internals. Sorted ones must have natural
 * order.
 */
enum JavaCollections {
    LIST(ArrayList.class),
    DEQUE(ArrayDeque.class),
    SET(HashSet.class),
    LINKED_SET(LinkedHashSet.class),
    SORTED_SET(TreeSet.class),
    MAP(HashMap.class),
    LINKED_MAP(LinkedHashMap.class),
    SORTED_MAP(TreeMap.class),
    IDENTITY_MAP(IdentityHashMap.class),
    ENUM_MAP(EnumMap.class),
    BITS(BitSet.class),
    FIXED_LIST(null),
    FIXED_SET(null),
    FIXED_MAP(null);

    private final Class<?> type;

    JavaCollections(Class<?> type) {
        this.type = type;
    }

    /** Whether a value is a supported collection. */
    static boolean holds(Object value) {
        return value.getClass().getName().startsWith("java.util.")
                && (value instanceof Collection || value instanceof Map || value instanceof BitSet);
    }

    /** The kind of a collection; unmodifiable for types without a kind of their own. */
    static JavaCollections of(Object value) {
        for (JavaCollections kind : values()) {
            if (kind.type == value.getClass()) {
                return kind;
            }
        }
        return value instanceof Map ? FIXED_MAP : value instanceof Set ? FIXED_SET : FIXED_LIST;
    }

    /** Whether it is unmodifiable. */
    boolean fixed() {
        return type == null;
    }

    /** Its elements in order; for maps, keys and values alternate. */
    static List<Object> elements(Object value) {
        List<Object> all = new ArrayList<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> {
                all.add(key);
                all.add(each);
            });
        } else if (value instanceof BitSet bits) {
            for (long word : bits.toLongArray()) {
                all.add(word);
            }
        } else {
            all.addAll((Collection<?>) value);
        }
        return all;
    }

    /** Creates an empty collection to be filled; the first key determines the key type where that matters. */
    Object empty(Object firstKey) {
        return switch (this) {
            case LIST, FIXED_LIST -> new ArrayList<>();
            case DEQUE -> new ArrayDeque<>();
            case SET -> new HashSet<>();
            case LINKED_SET, FIXED_SET -> new LinkedHashSet<>();
            case SORTED_SET -> new TreeSet<>();
            case MAP -> new HashMap<>();
            case LINKED_MAP, FIXED_MAP -> new LinkedHashMap<>();
            case SORTED_MAP -> new TreeMap<>();
            case IDENTITY_MAP -> new IdentityHashMap<>();
            case ENUM_MAP -> ofEnum(firstKey);
            case BITS -> new BitSet();
        };
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object ofEnum(Object firstKey) {
        return new EnumMap(((Enum<?>) firstKey).getDeclaringClass());
    }

    /** Replaces the contents of a collection. */
    @SuppressWarnings("unchecked")
    static void fill(Object value, List<Object> elements) {
        if (value instanceof Map<?, ?>) {
            Map<Object, Object> map = (Map<Object, Object>) value;
            map.clear();
            for (int i = 0; i < elements.size(); i += 2) {
                map.put(elements.get(i), elements.get(i + 1));
            }
        } else if (value instanceof BitSet bits) {
            bits.clear();
            bits.or(BitSet.valueOf(
                    elements.stream().mapToLong(word -> (Long) word).toArray()));
        } else {
            Collection<Object> all = (Collection<Object>) value;
            all.clear();
            all.addAll(elements);
        }
    }

    /** Converts a filled collection to its final form. */
    Object finished(Object filled) {
        return switch (this) {
            case FIXED_LIST -> Collections.unmodifiableList((List<?>) filled);
            case FIXED_SET -> Collections.unmodifiableSet((Set<?>) filled);
            case FIXED_MAP -> Collections.unmodifiableMap((Map<?, ?>) filled);
            default -> filled;
        };
    }
}
