// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The bytes of Thrift's compact protocol (apache/thrift, doc/specs/thrift-compact-protocol.md): a field is the step from the field
 * before it in four bits and its type in four, whole numbers are zigzag varints, texts and lists begin with their length.
 */
class ThriftOutputTest {
    private static String hex(UnaryOperator<ThriftOutput> written) {
        return HexFormat.of().formatHex(written.apply(new ThriftOutput()).bytes());
    }

    /** Zigzag maps 0, -1, 1, -2 to 0, 1, 2, 3; a byte holds seven bits, the lowest first, and says whether another follows. */
    @ParameterizedTest
    @CsvSource({
        "0, 1500",
        "-1, 1501",
        "1, 1502",
        "-2, 1503",
        "63, 157e",
        "-64, 157f",
        "64, 158001",
        "8191, 15fe7f",
        "8192, 15808001",
        "2147483647, 15feffffff0f",
        "-2147483648, 15ffffffff0f"
    })
    void numbersOf32BitsAreZigzagVarints(int value, String expected) {
        assertThat(hex(out -> out.i32(1, value))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1600",
        "-1, 1601",
        "2147483648, 168080808010",
        "9223372036854775807, 16feffffffffffffffff01",
        "-9223372036854775808, 16ffffffffffffffffff01"
    })
    void numbersOf64BitsToo(long value, String expected) {
        assertThat(hex(out -> out.i64(1, value))).isEqualTo(expected);
    }

    /** A field is numbered by its distance from the one before it in the same struct. */
    @Test
    void fieldsAreNumberedByTheirSteps() {
        assertThat(hex(out -> out.i32(1, 0).i32(2, 0).i32(5, 0).i32(20, 0)))
                .isEqualTo("1500" + "1500" + "3500" + "f500");
    }

    /** A length in bytes of UTF-8, then these. */
    @Test
    void textsBeginWithTheirLengthInBytes() {
        assertThat(hex(out -> out.text(3, "ab"))).isEqualTo("38026162");
        assertThat(hex(out -> out.text(3, "ä"))).isEqualTo("3802c3a4");
        assertThat(hex(out -> out.text(3, ""))).isEqualTo("3800");
        assertThat(hex(out -> out.text(1, "x".repeat(128))))
                .startsWith("188001" + "7878")
                .hasSize(2 * (1 + 2 + 128));
    }

    /** Up to 14 members the count is in the byte of the type, from 15 on it follows. */
    @Test
    void listsBeginWithTheirLength() {
        assertThat(hex(out -> out.numbers(2, 3).element(1).element(-1).element(150)))
                .isEqualTo("29" + "35" + "02" + "01" + "ac02");
        assertThat(hex(out -> out.texts(2, 1).element("a"))).isEqualTo("29" + "18" + "0161");
        assertThat(hex(out -> out.numbers(2, 14))).isEqualTo("29" + "e5");
        assertThat(hex(out -> out.numbers(2, 15))).isEqualTo("29" + "f5" + "0f");
        assertThat(hex(out -> out.numbers(2, 200))).isEqualTo("29" + "f5" + "c801");
        assertThat(hex(out -> out.structs(2, 0))).isEqualTo("29" + "0c");
    }

    /** A struct counts its fields anew and ends with 0; then the outer one goes on where it was. */
    @Test
    void structsCountTheirFieldsAnew() {
        assertThat(hex(out -> out.i32(1, 0)
                        .struct(3)
                        .i32(1, 1)
                        .struct(2)
                        .i32(4, 2)
                        .end()
                        .end()
                        .i32(4, 3)
                        .end()))
                .isEqualTo("1500" + "2c" + "1502" + "1c" + "4504" + "00" + "00" + "1506" + "00");
        assertThat(hex(out -> out.structs(1, 2)
                        .begin()
                        .i32(1, 1)
                        .end()
                        .begin()
                        .i32(2, 1)
                        .end()
                        .end()))
                .isEqualTo("19" + "2c" + "1502" + "00" + "2502" + "00" + "00");
    }

    /** A decoder by the definition reads every number back. */
    @Property
    void everyNumberComesBack(@ForAll int narrow, @ForAll long wide) {
        assertThat(decoded(new ThriftOutput().i32(1, narrow).bytes())).isEqualTo(narrow);
        assertThat(decoded(new ThriftOutput().i64(1, wide).bytes())).isEqualTo(wide);
    }

    private static long decoded(byte[] bytes) {
        long zigzag = 0;
        for (int k = 1; k < bytes.length; k++) {
            zigzag |= (bytes[k] & 0x7fL) << 7 * (k - 1);
            assertThat(bytes[k] < 0).as("another byte follows").isEqualTo(k + 1 < bytes.length);
        }
        return zigzag >>> 1 ^ -(zigzag & 1);
    }
}
