// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.trace.model.DType;
import org.junit.jupiter.api.Test;

class RecordRoundTripTest {
    private record Held(Object value) {}

    private record Positive(int number) {
        Positive {
            if (number <= 0) {
                throw new IllegalArgumentException(number + " is not positive");
            }
        }
    }

    private static byte[] written(Object... values) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RecordOutput out = new RecordOutput(bytes);
        for (Object value : values) {
            out.write(value);
        }
        out.flush();
        return bytes.toByteArray();
    }

    private static Object again(Object value) throws IOException {
        return new RecordInput(new ByteArrayInputStream(written(value))).read();
    }

    @Test
    void valuesComeBackWithTheirTypes() throws IOException {
        for (Object value : Arrays.asList(
                null,
                true,
                false,
                Integer.MIN_VALUE,
                Long.MAX_VALUE,
                Double.MIN_VALUE,
                Double.NaN,
                "",
                "größer \u03bc\uD83D\uDE00",
                DType.FLOAT32,
                new Held(3L),
                List.of(1, "a", 2.5),
                Arrays.asList("a", null),
                Set.of("b"),
                Map.of("k", List.of()),
                Optional.empty(),
                Optional.of(1L),
                Path.of("a", "b.json"))) {
            assertThat(again(value)).isEqualTo(value);
        }
    }

    @Test
    void arraysComeBack() throws IOException {
        assertThat(again(new byte[] {1, -1})).isEqualTo(new byte[] {1, -1});
        assertThat(again(new int[] {Integer.MIN_VALUE, 0})).isEqualTo(new int[] {Integer.MIN_VALUE, 0});
        assertThat(again(new long[] {Long.MIN_VALUE})).isEqualTo(new long[] {Long.MIN_VALUE});
        assertThat(again(new double[] {-0.0, Double.NaN})).isEqualTo(new double[] {-0.0, Double.NaN});
        assertThat(again(new boolean[] {true, false})).isEqualTo(new boolean[] {true, false});
        assertThat(again(new int[0])).isEqualTo(new int[0]);
    }

    /** Arrays are read in parts of 8 KiB into space that doubles from a million values on. */
    @Property(tries = 20)
    void arraysOfAnyLengthComeBack(@ForAll @IntRange(max = 3_000_000) int length) throws IOException {
        int[] ints = IntStream.range(0, length).map(i -> i * 31).toArray();
        assertThat(Arrays.equals((int[]) again(ints), ints)).isTrue();
        long[] longs = new long[length / 2 + 1];
        Arrays.setAll(longs, i -> i * 0x123456789L);
        assertThat(Arrays.equals((long[]) again(longs), longs)).isTrue();
    }

    @Test
    void reportsComeBackAndNobodyWatchesAnyMore() throws IOException {
        Report report = Report.of(List.of(new Finding(Finding.Level.INFO, "link", 3, "node 4", "w", "y", "e")));
        assertThat(((Report) again(report)).findings()).isEqualTo(report.findings());
        assertThat(again(Progress.NONE)).isSameAs(Progress.NONE);
    }

    /** Sets and maps of the JDK differ in their order from run to run. */
    @Test
    void theSameContentHasTheSameBytes() throws IOException {
        Map<String, Integer> one = new LinkedHashMap<>();
        Map<String, Integer> other = new LinkedHashMap<>();
        for (int i = 0; i < 20; i++) {
            one.put("k" + i, i);
            other.put("k" + (19 - i), 19 - i);
        }
        assertThat(written(one)).isEqualTo(written(other));
        assertThat(written(new LinkedHashSet<>(one.keySet()))).isEqualTo(written(new LinkedHashSet<>(other.keySet())));
    }

    @Test
    void sortedMapsStaySorted() throws IOException {
        SortedMap<Integer, String> map = new TreeMap<>(Map.of(10, "a", 9, "b"));
        Object again = again(map);
        assertThat(again).isInstanceOf(SortedMap.class).isEqualTo(map);
        assertThat(((SortedMap<?, ?>) again).firstKey()).isEqualTo(9);
    }

    @Test
    void whatWasReadCannotBeChanged() throws IOException {
        assertThatThrownBy(() -> ((List<?>) read(List.of(1))).remove(0))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> ((Map<?, ?>) read(Map.of(1, 2))).clear())
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> ((Map<?, ?>) read(new TreeMap<>(Map.of(1, 2)))).clear())
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> ((Set<?>) read(Set.of(1))).clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    private static Object read(Object value) {
        try {
            return again(value);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void textsAndTypesAreWrittenOnce() throws IOException {
        byte[] once = written(new Held("a long text that is there again"));
        byte[] twice =
                written(new Held("a long text that is there again"), new Held("a long text that is there again"));
        // A tag and the number of the type, a tag and the number of the text.
        assertThat(twice).hasSize(once.length + 5 + 5);
        RecordInput in = new RecordInput(new ByteArrayInputStream(twice));
        assertThat(in.read()).isEqualTo(in.read()).isEqualTo(new Held("a long text that is there again"));
    }

    @Test
    void whatCannotBeSavedIsSaid() {
        for (Object value : List.of(new Object(), 1.5f, (short) 1, 'c', new Thread())) {
            assertThatThrownBy(() -> written(value))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageEndingWith("cannot be saved");
        }
    }

    @Test
    void damageIsAnErrorThatSaysWhere() throws IOException {
        assertThatThrownBy(() -> of(99)).isInstanceOf(IOException.class).hasMessage("no value begins with 99");
        assertThatThrownBy(() -> of(Tag.LIST.ordinal(), 255, 255, 255, 255)).hasMessage("a size is -1");
        assertThatThrownBy(() -> of(Tag.TEXT.ordinal(), 0, 0, 0, 9, 'a')).isInstanceOf(java.io.EOFException.class);
        assertThatThrownBy(() -> of(Tag.BYTES.ordinal(), 0, 0, 0, 9, 1)).isInstanceOf(java.io.EOFException.class);
        assertThatThrownBy(() -> of(Tag.INTS.ordinal(), 127, 0, 0, 0, 1)).isInstanceOf(java.io.EOFException.class);
        assertThatThrownBy(() -> of(Tag.PATH.ordinal(), Tag.NULL.ordinal())).hasMessage("a text begins with NULL");
        assertThatThrownBy(() -> of(Tag.NUMBERS.ordinal(), Tag.NULL.ordinal()))
                .hasMessage("a list of numbers has no runs");
    }

    private static Object of(int... bytes) throws IOException {
        byte[] all = new byte[bytes.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) bytes[i];
        }
        return new RecordInput(new ByteArrayInputStream(all)).read();
    }

    @Test
    void aRecordThatRefusesItsValuesIsDamaged() throws IOException {
        byte[] bytes = written(new Positive(1));
        bytes[bytes.length - 1] = 0;
        assertThatThrownBy(() -> new RecordInput(new ByteArrayInputStream(bytes)).read())
                .isInstanceOf(IOException.class)
                .hasMessage("Positive rejects its values: 0 is not positive");
        bytes[bytes.length - 5] = (byte) Tag.DOUBLE.ordinal();
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 4);
        assertThatThrownBy(() -> new RecordInput(new ByteArrayInputStream(longer)).read())
                .isInstanceOf(IOException.class)
                .hasMessage("Positive has values of other types");
    }
}
