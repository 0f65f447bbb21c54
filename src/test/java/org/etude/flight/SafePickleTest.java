// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SafePickleTest {
    private static final long MOST = 10_000;

    private static Object read(byte[] bytes) throws IOException {
        return SafePickle.read(new ByteArrayInputStream(bytes), MOST);
    }

    /** Bytes of numbers, and of texts as they are. */
    private static byte[] bytes(Object... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0x80);
        out.write(2);
        for (Object part : parts) {
            if (part instanceof String text) {
                out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
            } else {
                out.write((Integer) part);
            }
        }
        return out.toByteArray();
    }

    @Test
    void readsWhatTorchWrites() throws IOException {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("none", null);
        value.put("flags", List.of(true, false));
        value.put("ints", List.of(0L, 255L, 256L, 65535L, 65536L, -1L, Long.MIN_VALUE, Long.MAX_VALUE));
        value.put("float", -1.5);
        value.put("text", "größer");
        value.put("again", List.of("text", "text"));
        assertThat(read(PickleWriter.of(value))).isEqualTo(value);
    }

    @Test
    void readsProtocolFour() throws IOException {
        // pickle.dumps({"a": (1, [2])}, protocol=4)
        byte[] four = bytes(
                0x95,
                "\022\0\0\0\0\0\0\0",
                "}",
                0x94,
                0x8c,
                1,
                "a",
                0x94,
                "K",
                1,
                "]",
                0x94,
                "K",
                2,
                "a",
                0x86,
                0x94,
                "s.");
        four[1] = 4;
        assertThat(read(four)).isEqualTo(Map.of("a", List.of(1L, List.of(2L))));
    }

    @Test
    void nothingIsExecuted() {
        // os.system("true"), as pickle would call it.
        byte[] call = bytes("cposix\nsystem\n", "X", 4, 0, 0, 0, "true", 0x85, "R.");
        assertThatThrownBy(() -> read(call))
                .isInstanceOf(PickleFault.class)
                .hasMessageContaining("byte 2: opcode 0x63 (GLOBAL) would create an object")
                .hasMessageContaining("nothing is executed");
        for (int code : new int[] {'R', 'b', 'i', 'o', 0x81, 0x92, 0x93, 'P', 'Q', 0x82, 0x83, 0x84}) {
            assertThatThrownBy(() -> read(bytes(code, ".")))
                    .hasMessageContaining("byte 2: opcode 0x")
                    .hasMessageContaining("would create an object");
        }
        assertThatThrownBy(() -> read(bytes("C", 1, "a", "."))).hasMessageContaining("is not a plain value");
    }

    @Test
    void aMemoThatDoublesItselfTakesNoMoreThanItsBytes() throws IOException {
        // x = [[], []]; x = [x, x]; ... : 2^1000 leaves if it were copied.
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(bytes("]q", 0, "0"));
        for (int i = 0; i < 1000; i++) {
            out.writeBytes(new byte[] {']', '(', 'h', 0, 'h', 0, 'e', 'q', 0, '0'});
        }
        out.writeBytes(new byte[] {'h', 0, '.'});
        assertThat(((List<?>) read(out.toByteArray()))).hasSize(2);
    }

    @Test
    void nestingTakesNoStackAndValuesHaveALimit() throws IOException {
        byte[] deep = new byte[3 + 4000 * 2 + 1];
        Arrays.fill(deep, 2, 2 + 4001, (byte) ']');
        Arrays.fill(deep, 2 + 4001, 2 + 8001, (byte) 'a');
        deep[0] = (byte) 0x80;
        deep[1] = 2;
        deep[8003] = '.';
        assertThat((List<?>) read(Arrays.copyOf(deep, 8004))).hasSize(1);
        byte[] many = new byte[20_000];
        Arrays.fill(many, (byte) ']');
        many[0] = (byte) 0x80;
        many[1] = 2;
        assertThatThrownBy(() -> read(many)).hasMessageContaining("more than 10000 values");
    }

    @Test
    void aListMayHoldItself() throws IOException {
        List<?> self = (List<?>) read(bytes("]q", 0, "h", 0, "a."));
        assertThat(self.get(0) == self).isTrue();
        assertThatThrownBy(() -> read(bytes("}]q", 0, "h", 0, "ah", 0, "s.")))
                .hasMessageContaining("a dict key that is neither");
    }

    @Test
    void lengthsThatLieEndAtTheEnd() {
        assertThatThrownBy(() -> read(bytes("X", 0xff, 0xff, 0xff, 0xff, "abc")))
                .isInstanceOf(EOFException.class)
                .hasMessageContaining("ends at byte 10 inside a text of 4294967295 bytes");
        assertThatThrownBy(() -> read(bytes(0x8d, "\377\377\377\377\377\377\377\377")))
                .hasMessageContaining("a text of more than 2^63 bytes");
        assertThatThrownBy(() -> read(bytes(0x8a, 200))).hasMessageContaining("an int of 200 bytes");
        assertThatThrownBy(() -> read(bytes("h", 3, "."))).hasMessageContaining("value 3 is read from the memo before");
        assertThatThrownBy(() -> read(bytes("u."))).hasMessageContaining("a mark is missing");
        assertThatThrownBy(() -> read(bytes("(K", 1, "a."))).hasMessageContaining("a value is missing");
        assertThatThrownBy(() -> read(bytes("K", 1, "K", 2, "."))).hasMessageContaining("2 values at the end");
        assertThatThrownBy(() -> read(bytes("]"))).hasMessageContaining("ends at byte 3 without its end mark");
    }

    @Property(tries = 2000)
    void damagedPicklesEndInAValueOrAFault(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] whole = new FlightLog(2)
                .add("0", 1, "all_reduce", 64, "completed", 1, 0, 1)
                .pickle(0);
        byte[] damaged =
                Arrays.copyOf(whole, random.nextBoolean() ? whole.length : 3 + random.nextInt(whole.length - 3));
        for (int i = random.nextInt(8); i > 0; i--) {
            damaged[2 + random.nextInt(damaged.length - 2)] = (byte) random.nextInt(256);
        }
        try {
            read(damaged);
        } catch (IOException e) {
            assertThat(e.getMessage()).contains("byte ");
        }
    }
}
