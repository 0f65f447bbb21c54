// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import org.apache.spark.SparkContext$;
import org.apache.spark.sql.SparkSession;
import org.etude.ClusterWorkloads;
import org.etude.cluster.Cluster;
import org.etude.cluster.ClusterEngine;
import org.etude.cluster.ClusterWork;
import org.etude.report.Progress;
import org.etude.spec.TraceConversion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tech.tablesaw.api.Table;

/** Interrupts at any moment: one kind of exception, nothing left open, and the thread stays interrupted. */
@Timeout(600)
class InterruptTest {
    /** The tests after this one in the same thread are not concerned. */
    @AfterEach
    void clear() {
        Thread.interrupted();
    }

    /** Interrupts a thread every millisecond from some moment on, as impatient users do. */
    private static final class Storm implements AutoCloseable {
        private final Thread victim = Thread.currentThread();
        private final Thread thread = new Thread(this::blow, "storm");
        private volatile boolean over;
        private int calmMillis;

        /** Begins now; the victim is interrupted when this returns. */
        void begin() {
            victim.interrupt();
            beginAfter(0);
        }

        void beginAfter(int millis) {
            if (!thread.isAlive()) {
                calmMillis = millis;
                thread.start();
            }
        }

        private void blow() {
            try {
                Thread.sleep(calmMillis);
                while (!over) {
                    victim.interrupt();
                    Thread.sleep(1);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() throws InterruptedException {
            over = true;
            Thread.interrupted();
            thread.join();
            Thread.interrupted();
        }
    }

    /** A context of Etude's own can be opened and gives right answers, which it cannot while another is half stopped. */
    private static void assertThatAnotherOpens() {
        int[] seen = {0};
        try (ClusterEngine engine = Cluster.at("local[1]").open(ClusterWork.SIMULATION)) {
            engine.run(SparkSweepTest.job(3), (task, answer) -> seen[0]++);
        }
        assertThat(seen[0]).isEqualTo(3);
        assertThat(SparkContext$.MODULE$.getActive().isEmpty()).isTrue();
    }

    @Test
    void aThreadThatIsInterruptedConnectsToNothing() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Cluster.at("local[1]").open(ClusterWork.SIMULATION))
                .isInstanceOf(CancellationException.class);
        assertThat(SparkContext$.MODULE$.getActive().isEmpty()).isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }

    /** Moments of connecting, of a context that is open, and of its end. */
    @ParameterizedTest
    @ValueSource(ints = {1, 50, 200, 500, 1000})
    void interruptsWhileAContextOpensAndClosesLeaveNothingBehind(int afterMillis) throws Exception {
        try (Storm storm = new Storm()) {
            storm.beginAfter(afterMillis);
            assertThatThrownBy(() -> {
                        while (true) {
                            Cluster.at("local[1]").open(ClusterWork.SIMULATION).close();
                        }
                    })
                    .isInstanceOf(CancellationException.class);
        }
        assertThatAnotherOpens();
    }

    @Test
    void interruptsDuringTasksAndTheirEndCancelThem() throws Exception {
        try (Storm storm = new Storm()) {
            assertThatThrownBy(() -> {
                        try (ClusterEngine engine = Cluster.at("local[2]").open(ClusterWork.SIMULATION)) {
                            engine.run(SparkSweepTest.job(70), (task, answer) -> storm.begin());
                        }
                    })
                    .isInstanceOf(CancellationException.class);
            assertThat(SparkContext$.MODULE$.getActive().isEmpty()).isTrue();
        }
        assertThatAnotherOpens();
    }

    /** What executors keep between stages, broadcasts included, is let go, and the session goes on. */
    @ParameterizedTest
    @CsvSource({"load, 0", "load, 1", "link, 1", "link, 2", "match collectives, 1", "convert, 1"})
    void anInterruptedConversionLeavesAnOpenSessionAsItWas(String stage, long ended) throws Exception {
        try (SparkSession session = LocalSession.builder(2).getOrCreate()) {
            session.sparkContext().setLocalProperty("spark.jobGroup.id", "mine");
            try (Storm storm = new Storm()) {
                assertThatThrownBy(() -> convert(session, (what, done, total) -> {
                            if (what.equals(stage) && done >= ended) {
                                storm.begin();
                            }
                        }))
                        .isInstanceOf(CancellationException.class);
            }
            assertThat(session.sparkContext().getPersistentRDDs().isEmpty()).isTrue();
            assertThat(session.sparkContext().getLocalProperty("spark.jobGroup.id"))
                    .isEqualTo("mine");
            assertThat(session.range(3).count()).isEqualTo(3);
        }
    }

    private static void convert(SparkSession session, Progress progress) {
        ClusterWorkloads.convert(
                Cluster.spark(session), TraceConversion.of(SparkConvertTest.DATA.resolve("pipeline-2")), progress);
    }

    @Test
    void tablesAreMadeInAnInterruptedThread() throws Exception {
        try (SparkSession session = LocalSession.builder(1).getOrCreate()) {
            Table table = SparkTablesTest.table();
            Thread.currentThread().interrupt();
            var frame = SparkTables.view(session, table);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(frame.columns()).isNotEmpty();
            assertThat(session.table(table.name()).count()).isEqualTo(table.rowCount());
        }
    }
}
