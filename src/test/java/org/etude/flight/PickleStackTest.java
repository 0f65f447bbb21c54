// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The bytes, stack and memo of a pickle. */
class PickleStackTest {
    private static PickleInput input(int... bytes) {
        byte[] raw = new byte[bytes.length];
        for (int i = 0; i < raw.length; i++) {
            raw[i] = (byte) bytes[i];
        }
        return new PickleInput(new ByteArrayInputStream(raw));
    }

    private final PickleStack stack = new PickleStack(input(), 20);

    @Test
    void numbersAreLittleEndian() throws IOException {
        PickleInput in = input(0x01, 0x02, 0xff, 0xff, 0xfe, 0xff, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0);
        assertThat(in.littleEndian(2)).isEqualTo(0x0201);
        assertThat(in.littleEndian(2)).isEqualTo(0xffff);
        assertThat(in.signed(2)).isEqualTo(-2);
        assertThat(in.signed(0)).isZero();
        assertThat(in.bigEndianDouble()).isEqualTo(1.5);
        assertThat(in.offset()).isEqualTo(14);
        assertThatThrownBy(in::octet)
                .isInstanceOf(EOFException.class)
                .hasMessage("the pickle ends at byte 14 without its end mark");
    }

    @Property
    void everyLongComesBackFromItsBytes(@ForAll long value, @ForAll @IntRange(min = 1, max = 8) int bytes)
            throws IOException {
        long kept = value << 64 - 8 * bytes >> 64 - 8 * bytes;
        int[] raw = new int[bytes];
        for (int i = 0; i < bytes; i++) {
            raw[i] = (int) (value >> 8 * i) & 0xff;
        }
        assertThat(input(raw).signed(bytes)).isEqualTo(kept);
    }

    @Test
    void aTextThatIsCutOffIsNamedWithItsLength() throws IOException {
        assertThat(input(0xc3, 0xa9, 'x').text(2)).isEqualTo("é");
        assertThatThrownBy(() -> input('a', 'b').text(1L << 40))
                .isInstanceOf(EOFException.class)
                .hasMessage("the pickle ends at byte 2 inside a text of 1099511627776 bytes");
    }

    @Test
    void valuesSinceTheLastMarkAreTakenWithIt() throws PickleFault {
        stack.push("below");
        stack.mark();
        stack.push(1L);
        stack.mark();
        stack.push(2L);
        stack.push(3L);
        assertThat(stack.marked()).containsExactly(2L, 3L);
        assertThat(stack.marked()).containsExactly(1L);
        assertThatThrownBy(stack::marked).hasMessageContaining("a mark is missing on the stack");
        assertThat(stack.only()).isEqualTo("below");
    }

    /** What is below a mark cannot be popped before the mark. */
    @Test
    void nothingIsTakenFromUnderAMark() throws PickleFault {
        stack.push("below");
        stack.mark();
        assertThatThrownBy(stack::pop).hasMessageContaining("a value is missing on the stack");
        assertThatThrownBy(stack::only).hasMessageContaining("1 value at the end, expected one");
    }

    @Test
    void aTupleKeepsItsOrder() throws PickleFault {
        stack.push("a");
        stack.push("b");
        stack.push("c");
        stack.tuple(2);
        assertThat(stack.pop()).isEqualTo(List.of("b", "c"));
        assertThat(stack.pop()).isEqualTo("a");
        assertThatThrownBy(() -> stack.tuple(1)).hasMessageContaining("a value is missing on the stack");
    }

    @Test
    void listsAndDictsGrow() throws PickleFault {
        stack.push(new ArrayList<>(List.of("a")));
        stack.append(List.of("b", 5L));
        assertThat(stack.pop()).isEqualTo(List.of("a", "b", 5L));
        stack.dict(List.of("k", 1L));
        stack.put(List.of("k", 2L, 7L, List.of()));
        assertThat(stack.only()).isEqualTo(Map.of("k", 2L, 7L, List.of()));
        assertThatThrownBy(() -> stack.append(List.of("x")))
                .hasMessageContaining("appended to something other than a list");
        assertThatThrownBy(() -> stack.put(List.of("odd")))
                .hasMessageContaining("pairs are set in something other than a dict");
        assertThatThrownBy(() -> stack.put(List.of(List.of(), 1L)))
                .hasMessageContaining("a dict key that is neither a text nor an integer");
    }

    @Test
    void theMemoGivesBackWhatWasTheTop() throws PickleFault {
        stack.push("a");
        stack.keep(7);
        stack.push("b");
        stack.keepNext();
        stack.recall(7);
        assertThat(stack.pop()).isEqualTo("a");
        stack.recall(1);
        assertThat(stack.pop()).isEqualTo("b");
        assertThatThrownBy(() -> stack.recall(2))
                .hasMessageContaining("value 2 is read from the memo before it was stored");
    }

    @Test
    void moreValuesThanTheLimitAreRefused() throws PickleFault {
        PickleStack small = new PickleStack(input(), 3);
        small.push(new ArrayList<>());
        small.mark();
        small.push(1L);
        assertThatThrownBy(() -> small.push(2L)).hasMessageContaining("more than 3 values");
    }
}
