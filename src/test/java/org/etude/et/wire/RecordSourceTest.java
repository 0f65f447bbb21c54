// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.et.graph.WireFault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordSourceTest {
    /** A stream that returns a few bytes at a time, as a pipe does. */
    private static InputStream slow(byte[] bytes, int most) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] to, int from, int length) {
                return super.read(to, from, Math.min(most, length));
            }
        };
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    /** Each record as where its content starts in the file, and its bytes. */
    private static List<String> records(InputStream in) throws IOException {
        RecordSource source = new RecordSource(in);
        List<String> records = new ArrayList<>();
        while (source.next()) {
            byte[] record = Arrays.copyOfRange(source.buffer(), source.recordStart(), source.recordEnd());
            records.add(source.offset(source.recordStart()) + " " + Arrays.toString(record));
        }
        return records;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100})
    void recordsComeOneAtATimeHoweverTheBytesArrive(int most) throws IOException {
        assertThat(records(slow(bytes(2, 7, 8, 0, 1, 9), most))).containsExactly("1 [7, 8]", "4 []", "5 [9]");
    }

    @Test
    void nothingIsNoRecord() throws IOException {
        assertThat(records(slow(new byte[0], 1))).isEmpty();
    }

    /** A length of 128 takes two bytes, of which the first has the lower bits. */
    @Test
    void lengthsAreVarints() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(bytes(0x80, 0x01));
        file.write(new byte[128]);
        file.write(bytes(1, 5));
        assertThat(records(slow(file.toByteArray(), 50))).last().isEqualTo("131 [5]");
        assertThat(records(slow(bytes(0x81, 0, 6), 1))).containsExactly("2 [6]");
    }

    /** The buffer begins with 64 KiB; a longer record and one across its end are whole all the same. */
    @Test
    void longRecordsAreWhole() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        int[] lengths = {65_000, 1_000, 200_000, 1};
        for (int length : lengths) {
            file.write(bytes(length & 0x7f | 0x80, length >> 7 & 0x7f | 0x80, length >> 14));
            byte[] content = new byte[length];
            Arrays.fill(content, (byte) (length % 100));
            file.write(content);
        }
        RecordSource source = new RecordSource(slow(file.toByteArray(), 9_999));
        long offset = 0;
        for (int length : lengths) {
            assertThat(source.next()).isTrue();
            assertThat(source.recordEnd() - source.recordStart()).isEqualTo(length);
            assertThat(source.offset(source.recordStart())).isEqualTo(offset + 3);
            assertThat(source.buffer()[source.recordStart()]).isEqualTo((byte) (length % 100));
            assertThat(source.buffer()[source.recordEnd() - 1]).isEqualTo((byte) (length % 100));
            offset += 3 + length;
        }
        assertThat(source.next()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3 1 2       | the file ends inside it: its length says 3 bytes, 2 are there",
                "5           | the file ends inside it: its length says 5 bytes, 0 are there",
                "0x80        | the file ends inside the length of the record",
                "1 9 0xff    | the file ends inside the length of the record"
            })
    void aTruncatedFileSaysWhere(String file, String said) {
        byte[] content = bytes(
                Arrays.stream(file.trim().split(" ")).mapToInt(Integer::decode).toArray());
        assertThatThrownBy(() -> records(slow(content, 1)))
                .isInstanceOf(EOFException.class)
                .hasMessage(said);
    }

    /** 2^29 is the largest record that is believed; a length of six bytes is none. */
    @Test
    void lengthsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> records(slow(bytes(0x81, 0x80, 0x80, 0x80, 0x02), 9)))
                .isInstanceOf(WireFault.class)
                .hasMessageContaining("a record of 536870913 bytes");
        assertThatThrownBy(() -> records(slow(bytes(0xff, 0xff, 0xff, 0xff, 0x7f), 9)))
                .isInstanceOf(WireFault.class)
                .hasMessageContaining("a record of 34359738367 bytes");
        assertThatThrownBy(() -> records(slow(bytes(0x80, 0x80, 0x80, 0x80, 0x80, 1), 9)))
                .isInstanceOf(WireFault.class)
                .hasMessageContaining("longer than 5 bytes");
    }
}
