// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JavaCollectionsTest {
    /** A constant with a body has a class of its own. */
    private enum Level {
        LOW,
        HIGH {
            @Override
            public String toString() {
                return "top";
            }
        }
    }

    private static final List<String> WORDS = List.of("c", "a", "b");

    static Stream<Object> modifiable() {
        BitSet bits = new BitSet();
        bits.set(3);
        bits.set(200);
        Map<String, Integer> map = Map.of("c", 1, "a", 2);
        return Stream.of(
                new ArrayList<>(WORDS),
                new HashSet<>(WORDS),
                new LinkedHashSet<>(WORDS),
                new TreeSet<>(WORDS),
                new HashMap<>(map),
                new LinkedHashMap<>(map),
                new TreeMap<>(map),
                new EnumMap<>(Map.of(StateTag.INT, "i", StateTag.NULL, "n")),
                bits);
    }

    private static Object copied(Object value) {
        JavaCollections kind = JavaCollections.of(value);
        List<Object> elements = JavaCollections.elements(value);
        Object copy = kind.empty(elements.isEmpty() ? null : elements.get(0));
        JavaCollections.fill(copy, elements);
        return kind.finished(copy);
    }

    @ParameterizedTest
    @MethodSource("modifiable")
    void aCopyHasTheClassAndTheElements(Object value) {
        assertThat(JavaCollections.holds(value)).isTrue();
        assertThat(JavaCollections.of(value).fixed()).isFalse();
        Object copy = copied(value);
        assertThat(copy).hasSameClassAs(value).isEqualTo(value);
        assertThat(JavaCollections.elements(copy)).isEqualTo(JavaCollections.elements(value));
    }

    @Test
    void aQueueKeepsItsOrder() {
        Object copy = copied(new ArrayDeque<>(WORDS));
        assertThat(copy).isInstanceOf(ArrayDeque.class);
        assertThat(new ArrayList<>((Collection<?>) copy)).isEqualTo(WORDS);
    }

    @Test
    void keysOfAnIdentityMapStayApart() {
        Map<String, Integer> map = new IdentityHashMap<>();
        map.put(new String("x"), 1);
        map.put(new String("x"), 2);
        assertThat((Map<?, ?>) copied(map)).isInstanceOf(IdentityHashMap.class).hasSize(2);
    }

    @Test
    void keysOfAnEnumMapMayHaveBodies() {
        assertThat(copied(new EnumMap<>(Map.of(Level.HIGH, 1)))).isEqualTo(Map.of(Level.HIGH, 1));
    }

    @Test
    void whatCannotBeChangedStaysSo() {
        List<?> list = (List<?>) copied(List.of(1, 2));
        assertThat(list).hasToString("[1, 2]");
        assertThatThrownBy(list::clear).isInstanceOf(UnsupportedOperationException.class);
        Set<?> set = (Set<?>) copied(Collections.unmodifiableSet(new LinkedHashSet<>(WORDS)));
        assertThat(set).hasToString("[c, a, b]");
        assertThatThrownBy(set::clear).isInstanceOf(UnsupportedOperationException.class);
        Map<?, ?> map = (Map<?, ?>) copied(Map.of("k", "v"));
        assertThat(map).hasToString("{k=v}");
        assertThatThrownBy(map::clear).isInstanceOf(UnsupportedOperationException.class);
        assertThat(JavaCollections.of(Arrays.asList(1, 2)).fixed()).isTrue();
    }

    @Test
    void whatWasThereIsReplaced() {
        List<Object> list = new ArrayList<>(List.of(9));
        JavaCollections.fill(list, List.of(1, 2));
        assertThat(list).containsExactly(1, 2);
        Map<Object, Object> map = new HashMap<>(Map.of("old", 0));
        JavaCollections.fill(map, List.of("new", 1));
        assertThat(map).isEqualTo(Map.of("new", 1));
        BitSet bits = new BitSet();
        bits.set(1);
        JavaCollections.fill(bits, List.of(4L));
        assertThat(bits).hasToString("{2}");
    }

    @Test
    void otherObjectsAreNone() {
        assertThat(JavaCollections.holds("text")).isFalse();
        assertThat(JavaCollections.holds(new it.unimi.dsi.fastutil.ints.IntArrayList()))
                .isFalse();
        assertThat(JavaCollections.holds(new java.util.Random())).isFalse();
    }
}
