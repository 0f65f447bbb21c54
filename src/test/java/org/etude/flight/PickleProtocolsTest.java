// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.report.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every protocol of pickle: files that src/test/python/flight_dumps.py wrote, and the text lines of protocols 0 and 1. */
class PickleProtocolsTest {
    private static final Path DUMPS = Path.of("src/test/resources/flight");
    private static final long MOST = 10_000;

    @TempDir
    private Path dir;

    private static Object read(byte[] bytes) throws IOException {
        return SafePickle.read(new ByteArrayInputStream(bytes), MOST);
    }

    private static Object read(String text) throws IOException {
        return read(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static byte[] file(String name) throws IOException {
        return Files.readAllBytes(DUMPS.resolve(name));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void dumpsOfEveryProtocolAreTheSame(int protocol) {
        List<FlightDump> dumps = FlightFiles.read(DUMPS.resolve("protocol" + protocol), Progress.NONE);
        assertThat(dumps).extracting(FlightDump::rank).containsExactly(0, 1);
        FlightDump first = dumps.get(0);
        assertThat(first.version()).isEqualTo("2.4");
        assertThat(first.groups()).isEqualTo(Map.of("0", List.of(0, 1)));
        assertThat(first.entries())
                .extracting(e -> e.operation() + " " + e.state() + " " + e.bytes() + " " + e.createdNs())
                .containsExactly(
                        "all_reduce COMPLETED 1228800 1763805600000000000",
                        "_all_gather_base SCHEDULED 2457600 1763805601000000000",
                        "send 0->1 SCHEDULED 1228800 1763805602000000000");
        assertThat(first.entries().get(0).caller()).isEqualTo("/größe\\x\n/训练.py:17");
        assertThat(first.entries().get(0).completedNs()).isEqualTo(1763805600000002000L);
        assertThat(first.entries().get(2).completedNs()).isZero();
        assertThat(dumps.get(1).entries()).extracting(FlightEntry::sequence).containsExactly(1L);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void noProtocolExecutesAnything(int protocol) {
        assertThatThrownBy(() -> read(file("hostile/protocol_" + protocol)))
                .isInstanceOf(PickleFault.class)
                .hasMessageContaining(
                        "GLOBAL) would create an object; only plain values are read, nothing is executed");
    }

    @Test
    void aLineWithoutEndDoesNotFillTheMemory() {
        assertThatThrownBy(() -> read("(lp0\nV" + "x".repeat(1 << 25)))
                .isInstanceOf(PickleFault.class)
                .hasMessageContaining("a line of more than 16777216 bytes");
    }

    /** pickle.dumps(..., 0) of numbers, flags, None and nested containers. */
    @Test
    void readsTheLinesOfProtocolZero() throws IOException {
        assertThat(read("(lp0\nI0\naI-1\naL1099511627776L\naL-9223372036854775808L\naI01\naI00\naNa."))
                .isEqualTo(Arrays.asList(0L, -1L, 1L << 40, Long.MIN_VALUE, true, false, null));
        assertThat(read("(lp0\nF1.5\naFinf\naF-inf\naFnan\naF1e+300\naF-0.0\na."))
                .isEqualTo(List.of(1.5, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, 1e300, -0.0));
        assertThat(read("(dp0\nVa\np1\n(I1\nI2\ntp2\nsVb\np3\ng2\ns."))
                .isEqualTo(Map.of("a", List.of(1L, 2L), "b", List.of(1L, 2L)));
        assertThat(read("}q\000(X\001\000\000\000aq\001L5L\nu.")).isEqualTo(Map.of("a", 5L));
    }

    @Test
    void readsEscapesOfTexts() throws IOException {
        assertThat(read("Vgr\366\337er\\u000a\\u005c\\u20ac\\U0001f600\n.")).isEqualTo("größer\n\\€😀");
        assertThat(read("V\\\\u0041\\x41\\\n.")).as("other backslashes stay").isEqualTo("\\\\u0041\\x41\\");
        assertThat(read("V\n.")).isEqualTo("");
    }

    @ParameterizedTest
    @CsvSource({
        "I1.5, expected an integer of 64 bits",
        "I0x10, expected an integer of 64 bits",
        "I9223372036854775808, expected an integer of 64 bits",
        "I99999999999999999999999999, expected an integer of 64 bits",
        "I, expected an integer of 64 bits",
        "L5LL, expected an integer of 64 bits",
        "F1f, expected a number",
        "F0x1p3, expected a number",
        "FInfinity, expected a number",
        "V\\u12, expected hexadecimal digits",
        "V\\u12g4, expected hexadecimal digits",
        "V\\U00110000, expected a character up to U+10FFFF",
        "Np-1, expected a position of the memo",
        "gx, expected an integer of 64 bits",
    })
    void linesThatAreNoValueAreRefused(String line, String message) {
        assertThatThrownBy(() -> read(line + "\n."))
                .isInstanceOf(PickleFault.class)
                .hasMessageContaining("byte ")
                .hasMessageContaining(message);
    }

    @Test
    void damagedPicklesNameTheByte() {
        assertThatThrownBy(() -> read("(dp0\nVversion\np1\nV2.4"))
                .hasMessage("the pickle ends at byte 21 without its end mark");
        assertThatThrownBy(() -> read("I1\r\n.")).hasMessageContaining("byte 1: expected an integer of 64 bits");
        assertThatThrownBy(() -> read("S'a'\n.")).hasMessage("byte 0: opcode 0x53 is not a plain value");
        assertThatThrownBy(() -> read("\200\006N.")).hasMessage("byte 1: protocol 6, only 0 to 5 are known");
        assertThatThrownBy(() -> read("(lp0\n.(lp0\n."))
                .hasMessage("byte 6: more bytes follow the end of the pickle, expected one dump per file");
    }

    /** Python forgets the mark where no value is above it: that is how it writes a tuple that contains itself. */
    @Test
    void aMarkIsForgottenLikeAValue() throws IOException {
        assertThat(read("I1\n(I2\n00.")).isEqualTo(1L);
    }

    @Test
    void aSecondDumpInTheSameFileIsRefused() throws IOException {
        byte[] one = file("protocol0/rank_0");
        byte[] two = Arrays.copyOf(one, 2 * one.length);
        System.arraycopy(one, 0, two, one.length, one.length);
        Files.write(dir.resolve("rank_0"), two);
        assertThatThrownBy(() -> FlightFiles.read(dir, Progress.NONE))
                .isInstanceOf(FlightException.class)
                .hasMessageContaining("rank_0: byte 1617: more bytes follow the end of the pickle");
        Files.writeString(dir.resolve("rank_0"), "{\"version\": \"2.4\", \"entries\": []} {}");
        assertThatThrownBy(() -> FlightFiles.read(dir, Progress.NONE)).hasMessageContaining("line 1");
    }

    @Property(tries = 3000)
    void damagedDumpsEndInAValueOrAFault(@ForAll long seed, @ForAll @IntRange(max = 5) int protocol)
            throws IOException {
        Random random = new Random(seed);
        byte[] whole = file("protocol" + protocol + "/rank_0");
        byte[] damaged = Arrays.copyOf(whole, random.nextBoolean() ? whole.length : random.nextInt(whole.length));
        for (int i = random.nextInt(8); i > 0 && damaged.length > 0; i--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        }
        try {
            read(damaged);
        } catch (IOException e) {
            assertThat(e.getMessage()).contains("byte ");
        }
    }
}
