// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Fields of protobuf's wire format (protobuf.dev, "Encoding"), and at which byte a fault is reported. Every message begins at byte 2 of
 * its buffer, and another byte follows it.
 */
class WireCursorTest {
    private static final int START = 2;

    private static WireCursor over(String hex) {
        byte[] bytes = HexFormat.of().parseHex("ffff" + hex.replace(" ", "") + "ff");
        return new WireCursor().over(bytes, START, bytes.length - 1);
    }

    private static String fault(Runnable reading) {
        WireFault fault = catchThrowableOfType(WireFault.class, reading::run);
        return "byte " + (fault.at() - START) + ": " + fault.getMessage();
    }

    @ParameterizedTest
    @CsvSource({
        "00, 0, 1",
        "7f, 127, 1",
        "8001, 128, 2",
        "ffffffff07, 2147483647, 5",
        "ffffffffffffffff7f, 9223372036854775807, 9",
        "ffffffffffffffffff01, -1, 10"
    })
    void aVarintHasSevenBitsPerByte(String hex, long value, int length) {
        WireCursor cursor = over(hex);
        assertThat(cursor.varint()).isEqualTo(value);
        assertThat(cursor.at()).isEqualTo(START + length);
        assertThat(cursor.more()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "ffffffffffffffffffff01, byte 0: a number is longer than 10 bytes",
        "ffffffffffffffffff, byte 0: a number runs past the end of its message",
        "80, byte 0: a number runs past the end of its message",
        "'', byte 0: a number runs past the end of its message"
    })
    void aVarintThatDoesNotEndIsAFault(String hex, String fault) {
        assertThat(fault(over(hex)::varint)).isEqualTo(fault);
    }

    /** A tag is the field's number and its wire type; field 0 does not exist, and numbers have 29 bits. */
    @Test
    void aTagNamesAFieldAndItsType() {
        WireCursor cursor = over("08 12 fd07");
        assertThat(cursor.tag()).isEqualTo(1 << 3 | WireCursor.VARINT);
        assertThat(cursor.tag()).isEqualTo(2 << 3 | WireCursor.BYTES);
        assertThat(cursor.tag()).isEqualTo(127 << 3 | WireCursor.FIXED32);
        assertThat(fault(over("05")::tag)).isEqualTo("byte 0: field number 0 is invalid");
        assertThat(fault(over("8080808010")::tag)).isEqualTo("byte 0: field number 536870912 is invalid");
    }

    /** The length of a text or message may take all that is left, not more. */
    @Test
    void aLengthStaysWithinItsMessage() {
        WireCursor cursor = over("03 616263");
        assertThat(cursor.lengthEnd()).isEqualTo(START + 4);
        assertThat(cursor.text(START + 4)).isEqualTo("abc");
        assertThat(cursor.at()).isEqualTo(START + 4);
        assertThat(fault(over("04 616263")::lengthEnd)).isEqualTo("byte 0: a length of 4 bytes, but only 3 are left");
        assertThat(fault(over("ffffffffffffffffff01")::lengthEnd))
                .isEqualTo("byte 0: a length of 18446744073709551615 bytes, but only 0 are left");
    }

    @Test
    void fixedNumbersAreLittleEndian() {
        WireCursor cursor = over("01000080 0100000000000080");
        assertThat(cursor.fixed32()).isEqualTo(0x80000001);
        assertThat(cursor.fixed64()).isEqualTo(0x8000000000000001L);
        assertThat(fault(over("010203")::fixed32)).endsWith("a fixed-width number runs past the end of its message");
        assertThat(fault(over("01020304050607")::fixed64))
                .endsWith("a fixed-width number runs past the end of its message");
    }

    @Test
    void textsAreUtf8() {
        WireCursor cursor = over("c3a4 62");
        assertThat(cursor.checkText(START + 2)).as("plain ASCII").isFalse();
        assertThat(cursor.text(START + 2)).isEqualTo("ä");
        assertThat(cursor.checkText(START + 3)).isTrue();
        WireCursor broken = over("62 c362");
        broken.text(START + 1);
        assertThat(fault(() -> broken.text(START + 3))).isEqualTo("byte 1: a text is not UTF-8");
        assertThat(fault(() -> broken.checkText(START + 3))).isEqualTo("byte 1: a text is not UTF-8");
    }

    /** Field 1 holds a message with 5 in its field 1, behind it field 2 is 7. What is left unread of the inner one is passed over. */
    @Test
    void messagesMayBeNested() {
        WireCursor cursor = over("0a 03 08 05 00 10 07");
        cursor.tag();
        int outer = cursor.enter(cursor.lengthEnd());
        assertThat(cursor.end()).isEqualTo(START + 5);
        assertThat(cursor.tag()).isEqualTo(8);
        assertThat(cursor.varint()).isEqualTo(5);
        assertThat(cursor.more()).isTrue();
        cursor.leave(outer);
        assertThat(cursor.end()).isEqualTo(START + 7);
        assertThat(cursor.tag()).isEqualTo(16);
        assertThat(cursor.varint()).isEqualTo(7);
        assertThat(cursor.more()).isFalse();
    }

    /** A number may not run past the message that it is in, though bytes follow. */
    @Test
    void anInnerMessageHasAnEndOfItsOwn() {
        WireCursor cursor = over("0a 01 80 01");
        cursor.tag();
        cursor.enter(cursor.lengthEnd());
        assertThat(fault(cursor::varint)).isEqualTo("byte 2: a number runs past the end of its message");
    }

    /** A value of each type, with the place behind it. */
    @ParameterizedTest
    @CsvSource({"08, 8001, 2", "09, 0000000000000000, 8", "0a, 020000, 3", "0d, 00000000, 4"})
    void unknownFieldsAreSkipped(String tag, String value, int length) {
        WireCursor cursor = over(tag + value + "00");
        cursor.skip(cursor.tag());
        assertThat(cursor.at()).isEqualTo(START + 1 + length);
    }

    @ParameterizedTest
    @CsvSource({"0b, 3", "0c, 4", "0e, 6", "0f, 7"})
    void otherWireTypesAreFaults(String tag, int type) {
        WireCursor cursor = over(tag + "00");
        int read = cursor.tag();
        assertThat(fault(() -> cursor.skip(read))).isEqualTo("byte 1: wire type " + type + " in field 1");
    }

    @Test
    void aCursorIsUsedAgain() {
        WireCursor cursor = over("08");
        cursor.tag();
        byte[] other = {0, 0, 0, 5, 6};
        assertThat(cursor.over(other, 3, 4).varint()).isEqualTo(5);
        assertThat(cursor.bytes()).isSameAs(other);
        assertThat(cursor.more()).isFalse();
    }
}
