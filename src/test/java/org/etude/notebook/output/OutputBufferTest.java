// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputBufferTest {
    private static final long LIMIT = 20_000;

    /** What waits for the clock, which this test moves by hand. */
    private final List<Runnable> timers = new ArrayList<>();

    private final List<String> pieces = new ArrayList<>();
    private final CellOutput cell = new CellOutput() {
        @Override
        public void stream(StreamName name, String text) {
            pieces.add((name == StreamName.STDOUT ? "out " : "err ") + text);
        }

        @Override
        public void display(MimeBundle data, String displayId, boolean update) {
            pieces.add("display");
        }

        @Override
        public void clear(boolean wait) {
            pieces.add("clear");
        }
    };

    private final OutputBuffer buffer = new OutputBuffer(clock(), LIMIT);

    OutputBufferTest() {
        buffer.begin(cell);
    }

    private ScheduledExecutorService clock() {
        return (ScheduledExecutorService) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ScheduledExecutorService.class},
                (proxy, method, arguments) -> {
                    timers.add((Runnable) arguments[0]);
                    return null;
                });
    }

    private void tick() {
        List<Runnable> due = List.copyOf(timers);
        timers.clear();
        due.forEach(Runnable::run);
    }

    private void out(String text) {
        buffer.print(StreamName.STDOUT, text);
    }

    @Test
    void whatIsPrintedInAMomentIsOnePiece() {
        out("a");
        out("b");
        assertThat(pieces).isEmpty();
        assertThat(timers).hasSize(1);
        tick();
        assertThat(pieces).containsExactly("out ab");
        tick();
        out("c");
        assertThat(timers).hasSize(1);
        tick();
        assertThat(pieces).containsExactly("out ab", "out c");
    }

    @Test
    void theOrderOfStreamsAndDisplaysIsKept() {
        out("a");
        buffer.print(StreamName.STDERR, "b");
        buffer.display(MimeBundle.plain("x"), null, false);
        out("c");
        buffer.clear(false);
        assertThat(pieces).containsExactly("out a", "err b", "display", "out c", "clear");
    }

    /** A rocket takes four bytes, a piece 8,192: the character that falls on the border is in one of the two, whole. */
    @ParameterizedTest
    @ValueSource(ints = {8188, 8189, 8190, 8191, 8192})
    void noCharacterIsSplitBetweenPieces(int before) {
        out("x".repeat(before) + "🚀y");
        buffer.flush();
        assertThat(pieces).allMatch(piece -> !piece.contains("\uFFFD"));
        assertThat(String.join("", pieces).replace("out ", "")).isEqualTo("x".repeat(before) + "🚀y");
    }

    /** Half a character waits for the other half; at the end of a cell it is one that cannot be read. */
    @Test
    void halfACharacterWaits() {
        byte[] rocket = "🚀".getBytes(StandardCharsets.UTF_8);
        buffer.write(StreamName.STDOUT, rocket, 0, 2);
        tick();
        assertThat(pieces).isEmpty();
        buffer.write(StreamName.STDOUT, rocket, 2, 2);
        tick();
        assertThat(pieces).containsExactly("out 🚀");
        buffer.write(StreamName.STDOUT, rocket, 0, 3);
        buffer.flush();
        assertThat(pieces).last().isEqualTo("out \uFFFD");
    }

    /** Of one long text as much is shown as of many short ones; then nothing more, until the next cell. */
    @Test
    void aCellPrintsUpToItsLimit() {
        out("x".repeat(30_000));
        String shown = String.join("", pieces);
        assertThat(shown.chars().filter(c -> c == 'x')).hasSize((int) LIMIT);
        assertThat(pieces)
                .last()
                .isEqualTo("err \n[output truncated: the cell printed more than 19 KB; write the rest to a file]\n");
        int before = pieces.size();
        out("y");
        buffer.flush();
        assertThat(pieces).hasSize(before);
        buffer.begin(cell);
        out("z");
        buffer.flush();
        assertThat(pieces).last().isEqualTo("out z");
    }

    /** The limit itself is allowed; a character across it is left out as a whole. */
    @Test
    void theLimitIsExact() {
        out("x".repeat((int) LIMIT));
        buffer.flush();
        assertThat(pieces).allMatch(piece -> piece.startsWith("out x"));
        buffer.begin(cell);
        pieces.clear();
        out("x".repeat((int) LIMIT - 2) + "🚀");
        assertThat(String.join("", pieces)).doesNotContain("\uFFFD").contains("output truncated");
        assertThat(pieces.get(pieces.size() - 2)).endsWith("x");
        int before = pieces.size();
        buffer.flush();
        assertThat(pieces).hasSize(before);
    }

    @Test
    void aClosedBufferTakesNothing() {
        out("a");
        buffer.close();
        out("b");
        buffer.flush();
        tick();
        assertThat(buffer.closed()).isTrue();
        assertThat(pieces).containsExactly("out a");
    }
}
