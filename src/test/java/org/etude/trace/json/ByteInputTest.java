// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** The window moves over the whole stream, keeps what is marked, and knows how many bytes lie before it. */
class ByteInputTest {
    private static ByteInput over(String text, int window) {
        return new ByteInput(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)), window);
    }

    private static String text(ByteInput in, int from) {
        return new String(in.buffer, from, in.limit - from, StandardCharsets.US_ASCII);
    }

    @Test
    void theWindowMovesOnAndTheOffsetWithIt() {
        ByteInput in = over("abcdefgh", 4);
        assertThat(in.more()).isTrue();
        assertThat(text(in, in.pos)).isEqualTo("abcd");
        in.pos = 4;
        assertThat(in.offset()).isEqualTo(4);
        assertThat(in.more()).isTrue();
        assertThat(text(in, in.pos)).isEqualTo("efgh");
        assertThat(in.offset()).isEqualTo(4);
        in.pos = in.limit;
        assertThat(in.more()).isFalse();
        assertThat(in.offset()).isEqualTo(8);
    }

    /** What is marked is kept though it was read, and the window grows where it does not fit. */
    @Test
    void whatIsMarkedStaysInTheWindow() {
        ByteInput in = over("abcdefgh", 4);
        in.more();
        in.pos = 4;
        in.mark = 1;
        assertThat(in.more()).isTrue();
        assertThat(in.mark).isZero();
        assertThat(text(in, in.mark)).isEqualTo("bcde");
        in.pos = in.limit;
        assertThat(in.more()).isTrue();
        assertThat(in.buffer).hasSize(8);
        assertThat(text(in, in.mark)).isEqualTo("bcdefgh");
        assertThat(in.offset()).isEqualTo(5);
    }

    @Test
    void asMuchAsIsThereIsEnsured() {
        ByteInput in = over("abcdef", 2);
        in.ensure(5);
        assertThat(in.limit - in.pos).isGreaterThanOrEqualTo(5);
        in.ensure(100);
        assertThat(text(in, in.pos)).isEqualTo("abcdef");
    }

    @Test
    void bytesInMemoryAreAllThereFromTheStart() {
        ByteInput in = new ByteInput("xabcx".getBytes(StandardCharsets.US_ASCII), 1, 4);
        assertThat(text(in, in.pos)).isEqualTo("abc");
        assertThat(in.offset()).isEqualTo(1);
        assertThat(in.more()).isFalse();
    }

    @Test
    void aFailedReadIsNotTheEndOfTheStream() {
        ByteInput in = new ByteInput(
                new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("gone");
                    }
                },
                4);
        assertThatThrownBy(in::more).isInstanceOf(UncheckedIOException.class).hasMessageContaining("gone");
    }

    /** Whatever the window and the marks, every byte is seen once, in order, at its offset. */
    @Property(tries = 200)
    void everyByteIsSeenOnceAtItsOffset(
            @ForAll @Size(max = 300) byte[] bytes,
            @ForAll @IntRange(min = 1, max = 64) int window,
            @ForAll @IntRange(min = 1, max = 20) int markEvery) {
        ByteInput in = new ByteInput(new ByteArrayInputStream(bytes), window);
        int seen = 0;
        long marked = -1;
        while (in.pos < in.limit || in.more()) {
            assertThat(in.offset()).isEqualTo(seen);
            if (in.mark >= 0) {
                assertThat(in.buffer[in.mark]).isEqualTo(bytes[(int) marked]);
            }
            if (seen % markEvery == 0) {
                in.mark = seen % (2 * markEvery) == 0 ? in.pos : -1;
                marked = seen;
            }
            assertThat(in.buffer[in.pos]).isEqualTo(bytes[seen]);
            in.pos++;
            seen++;
        }
        assertThat(seen).isEqualTo(bytes.length);
    }
}
