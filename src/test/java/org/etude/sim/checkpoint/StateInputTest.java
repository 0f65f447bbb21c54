// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/** What {@link StateOutput} writes of the objects an engine was built with, {@link StateInput} reads into other ones. */
class StateInputTest {
    /** An object of an engine's package. */
    private static final class Link {
        private final String fixed;
        private int number;
        private Object next;

        Link(String fixed, int number, Object next) {
            this.fixed = fixed;
            this.number = number;
            this.next = next;
        }
    }

    private record Pair(Object first, Object second) {}

    private static byte[] written(Object... built) throws IOException {
        Map<Object, Integer> numbers = new IdentityHashMap<>();
        for (Object each : built) {
            numbers.put(each, numbers.size());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new StateOutput(new DataOutputStream(bytes), new StateTypes(), numbers).contents(List.of(built));
        return bytes.toByteArray();
    }

    private static void read(byte[] bytes, Object... built) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        new StateInput(in, new StateTypes(), List.of(built)).contents();
        assertThat(in.read()).as("all is read").isEqualTo(-1);
    }

    /** The values of an array, after they were written and read. */
    private static Object[] copied(Object... values) throws IOException {
        Object[] copy = new Object[values.length];
        read(written((Object) values), (Object) copy);
        return copy;
    }

    @Test
    void valuesWithoutIdentity() throws IOException {
        assertThat(copied(
                        null, "text", 7, 1L << 40, 2.5, true, 'c', StateTag.RECORD, Optional.of("x"), Optional.empty()))
                .containsExactly(
                        null, "text", 7, 1L << 40, 2.5, true, 'c', StateTag.RECORD, Optional.of("x"), Optional.empty());
    }

    @Test
    void arraysCollectionsAndRecords() throws IOException {
        EnumMap<StateTag, Object> byTag = new EnumMap<>(Map.of(StateTag.INT, "i"));
        Object[] copy = copied(
                new int[] {1, 2},
                new long[][] {{3}, {}},
                new ArrayList<>(List.of("a", 1)),
                byTag,
                new Pair(new Pair("in", 1), null));
        assertThat((int[]) copy[0]).containsExactly(1, 2);
        assertThat((long[][]) copy[1]).isDeepEqualTo(new long[][] {{3}, {}});
        assertThat(copy[2]).isEqualTo(List.of("a", 1));
        assertThat(copy[3]).isEqualTo(byTag).isInstanceOf(EnumMap.class);
        assertThat(copy[4]).isEqualTo(new Pair(new Pair("in", 1), null));
    }

    /** The same object twice is one object, also where it contains itself. */
    @Test
    void identityIsKept() throws IOException {
        Link first = new Link("a", 1, null);
        Link second = new Link("b", 2, first);
        first.next = second;
        List<Object> list = new ArrayList<>();
        list.add(list);
        Pair pair = new Pair(first, list);
        Object[] array = {null, "x"};
        array[0] = array;
        Object[] copy = copied(first, list, pair, pair, second, pair.second(), array, array);
        Link one = (Link) copy[0];
        Link two = (Link) copy[4];
        assertThat(one.next).isSameAs(two);
        assertThat(two.next).isSameAs(one);
        assertThat(List.of(one.fixed, one.number, two.fixed, two.number)).containsExactly("a", 1, "b", 2);
        assertThat(((List<?>) copy[1]).get(0)).isSameAs(copy[1]);
        assertThat(copy[2]).isSameAs(copy[3]);
        assertThat(((Pair) copy[2]).first()).isSameAs(one);
        assertThat(copy[5]).isSameAs(copy[1]);
        assertThat(((Object[]) copy[6])[0]).isSameAs(copy[6]).isSameAs(copy[7]);
    }

    /** Objects the engine was built with are only referred to; what is final in them is as built. */
    @Test
    void builtObjectsGetTheirContents() throws IOException {
        int[] counts = {1, 2, 3};
        Link built = new Link("old", 5, counts);
        List<Object> list = new ArrayList<>(List.of(built, "x"));
        byte[] bytes = written(built, list, counts);

        int[] otherCounts = new int[3];
        Link other = new Link("new", 0, null);
        List<Object> otherList = new ArrayList<>(List.of(1, 2, 3));
        read(bytes, other, otherList, otherCounts);
        assertThat(other.fixed).isEqualTo("new");
        assertThat(other.number).isEqualTo(5);
        assertThat(other.next).isSameAs(otherCounts);
        assertThat(otherCounts).containsExactly(1, 2, 3);
        assertThat(otherList).hasSize(2).last().isEqualTo("x");
        assertThat(otherList.get(0)).isSameAs(other);
    }

    @Test
    void whatCannotBeSavedIsNamed() {
        IntSupplier function = () -> 1;
        assertThatThrownBy(() -> copied(new Object()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the run holds a value of a kind that cannot be saved: java.lang.Object");
        assertThatThrownBy(() -> copied(function))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the run holds a value of a kind that cannot be saved: "
                        + getClass().getName())
                .hasMessageEndingWith("$$Lambda");
        Link link = new Link("", 0, null);
        link.next = new Pair(link, null);
        assertThatThrownBy(() -> copied(link.next))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the run holds a record that contains itself: " + Pair.class.getName());
    }

    private static byte[] replaced(byte[] bytes, String what, String by) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        assertThat(text).contains(what);
        assertThat(by).hasSameSizeAs(what);
        return text.replace(what, by).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Of another version, or damaged: nothing is created of a class that is no state of a run. */
    @Test
    void otherClassesAndFieldsAreRefused() throws IOException {
        byte[] bytes = written((Object) new Object[] {new Link("a", 1, null)});
        String name = Link.class.getName();
        assertThatThrownBy(() -> read(replaced(bytes, "$Link", "$Lynx"), (Object) new Object[1]))
                .isInstanceOf(StreamCorruptedException.class)
                .hasMessage(name.replace("$Link", "$Lynx") + " is not a class of this version");
        assertThatThrownBy(() -> read(replaced(bytes, "int number", "int nombre"), (Object) new Object[1]))
                .isInstanceOf(StreamCorruptedException.class)
                .hasMessage(name + " had (String fixed, Object next, int nombre), it has (String fixed, Object next,"
                        + " int number)");
        byte[] pair = written((Object) new Object[] {new Pair(1, 2)});
        pair[0] = (byte) StateTag.OBJECT.ordinal();
        assertThatThrownBy(() -> read(pair, (Object) new Object[1]))
                .isInstanceOf(StreamCorruptedException.class)
                .hasMessage(Pair.class.getName() + " is not a class of such objects");
    }

    @Test
    void whereverItEndsTooEarlyItFails() throws IOException {
        Object[] values = {new Link("a", 1, new int[] {1}), new ArrayList<>(List.of("b")), new Pair(2, Optional.of(3))};
        byte[] bytes = written((Object) values);
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> read(cut, (Object) new Object[3])).isInstanceOf(IOException.class);
        }
    }
}
