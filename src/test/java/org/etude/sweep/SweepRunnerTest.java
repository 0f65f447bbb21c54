// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.report.Progress;
import org.etude.spec.SimulationException;
import org.etude.sweep.SweepOutcome.Status;
import org.etude.sweep.SweepPoint.Prepared;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepRunnerTest {
    @TempDir
    private Path dir;

    private final AtomicInteger runs = new AtomicInteger();

    private static String key(int i) {
        return String.format("%064x", 0xabc000 + i);
    }

    private static SweepOutcome outcome(int i) {
        return new SweepOutcome(Status.DONE, 4, 1, 1000 + i, 10, 20, 5, 3, 99, 0, 0, 0, 0.25, "");
    }

    private SweepPoint point(int i) {
        return new SweepPoint(
                Map.of("i", Integer.toString(i)),
                "",
                () -> new Prepared(key(i), () -> {
                    runs.incrementAndGet();
                    return outcome(i);
                }));
    }

    private List<SweepPoint> points(int n) {
        List<SweepPoint> points = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            points.add(point(i));
        }
        return points;
    }

    private SweepRunner runner(int threads) {
        return new SweepRunner(Optional.of(dir), threads, Shard.WHOLE, Progress.NONE);
    }

    @Test
    void rowsKeepTheOrderWhateverTheThreads() {
        List<SweepRow> rows = new SweepRunner(Optional.empty(), 7, Shard.WHOLE, Progress.NONE).run(points(40));
        assertThat(rows).hasSize(40);
        for (int i = 0; i < 40; i++) {
            assertThat(rows.get(i)).isEqualTo(new SweepRow(Map.of("i", "" + i), key(i), outcome(i), false));
        }
    }

    @Test
    void whatIsKnownIsNotRunAgain() {
        runner(2).run(points(5));
        List<SweepRow> again = runner(2).run(points(6));
        assertThat(runs).hasValue(6);
        assertThat(again.stream().map(SweepRow::cached)).containsExactly(true, true, true, true, true, false);
        assertThat(again.get(3).outcome()).isEqualTo(outcome(3));
    }

    @Test
    void aStoppedSweepGoesOnWhereItWas() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicInteger stopped = new AtomicInteger();
        List<SweepPoint> points = new ArrayList<>(points(3));
        points.add(new SweepPoint(
                Map.of(),
                "",
                () -> new Prepared(key(3), () -> {
                    begun.countDown();
                    try {
                        Thread.sleep(600_000);
                    } catch (InterruptedException e) {
                        stopped.incrementAndGet();
                        throw new CancellationException();
                    }
                    return outcome(3);
                })));
        List<Throwable> ended = Collections.synchronizedList(new ArrayList<>());
        Thread sweep = new Thread(() -> {
            try {
                runner(1).run(points);
            } catch (CancellationException e) {
                ended.add(e);
            }
        });
        sweep.start();
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        sweep.interrupt();
        sweep.join(30_000);
        assertThat(ended).hasSize(1);
        assertThat(stopped).as("no run is left behind").hasValue(1);
        List<SweepRow> rows = runner(1).run(points(4));
        assertThat(rows.stream().map(SweepRow::cached)).containsExactly(true, true, true, false);
    }

    @Test
    void whatCannotRunIsARowWithItsReason() {
        SweepPoint skipped = new SweepPoint(Map.of(), "of another size", () -> {
            throw new AssertionError("is not prepared");
        });
        SweepPoint unfit = new SweepPoint(Map.of(), "", () -> {
            throw new SimulationException("does not fit", "Do otherwise.");
        });
        SweepPoint limited = new SweepPoint(
                Map.of(),
                "",
                () -> new Prepared(
                        key(1),
                        () -> new SweepOutcome(Status.STOPPED, 4, 1, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, "at its limit")));
        List<SweepRow> rows = runner(1).run(List.of(skipped, unfit, limited));
        assertThat(rows.stream().map(r -> r.outcome().status()))
                .containsExactly(Status.SKIPPED, Status.FAILED, Status.STOPPED);
        assertThat(rows.get(0).outcome().reason()).isEqualTo("of another size");
        assertThat(rows.get(1).outcome().reason()).startsWith("does not fit");
        // A limit says nothing of the inputs, so nothing is kept.
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void aFaultEndsTheSweep() {
        SweepPoint fault = new SweepPoint(Map.of(), "", () -> {
            throw new IllegalStateException("a bug");
        });
        assertThatThrownBy(() -> runner(2).run(List.of(point(0), fault)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a bug");
    }

    @Test
    void aBrokenCacheFileIsNamedAndKept() throws IOException {
        runner(1).run(points(1));
        Path file = dir.resolve(key(0).substring(0, 2)).resolve(key(0) + ".json");
        for (String text : List.of("{", "{\"status\":\"DONE\"}", "[]")) {
            Files.writeString(file, text);
            assertThatThrownBy(() -> runner(1).run(points(1)))
                    .isInstanceOf(SweepException.class)
                    .hasMessageContaining(key(0) + ".json: not an outcome of a sweep");
            assertThat(file).hasContent(text);
        }
    }

    @Test
    void progressCountsRuns() {
        List<String> said = new ArrayList<>();
        new SweepRunner(Optional.empty(), 1, Shard.WHOLE, (what, done, total) -> said.add(done + "/" + total))
                .run(points(2));
        assertThat(said).containsExactly("0/2", "1/2", "2/2");
    }

    @Property(tries = 60)
    void shardsAreTheSweep(@ForAll @IntRange(max = 40) int n, @ForAll @IntRange(min = 1, max = 9) int count) {
        List<SweepRow> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.addAll(new SweepRunner(Optional.empty(), 1, new Shard(i, count), Progress.NONE).run(points(n)));
        }
        assertThat(all.stream().map(SweepRow::key))
                .containsExactlyInAnyOrderElementsOf(Stream.iterate(0, i -> i + 1)
                        .limit(n)
                        .map(SweepRunnerTest::key)
                        .toList());
    }

    @Test
    void refusesShardsAndThreadsThatDoNotExist() {
        assertThatThrownBy(() -> new Shard(4, 4)).hasMessageContaining("shard 4 of 4 does not exist");
        assertThatThrownBy(() -> runner(0)).hasMessageContaining("0 threads");
    }
}
