// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jshell.spi.ExecutionControl.StoppedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thread of a cell: a waiting thread always learns of its end, and a stop leaves nothing switched on. */
@Timeout(60)
class CellRunTest {
    private final CellSession session = new CellSession(EvaluatorOptions.defaults());
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final MemoryReserve reserve = new MemoryReserve();
    private final StopSite site = new StopSite();
    private final CellThreads group = new CellThreads(Thread.currentThread().getThreadGroup(), "In[1]", session);
    private final CellRun run =
            new CellRun(group, site, clock, getClass().getClassLoader(), reserve, Duration.ofMillis(400));
    private final AtomicBoolean released = new AtomicBoolean();

    @AfterEach
    void release() {
        released.set(true);
        clock.shutdownNow();
        session.close();
    }

    /** Neither woven nor waiting: no interrupt ends it. */
    private Object deaf() {
        while (!released.get()) {
            Thread.onSpinWait();
        }
        return "heard";
    }

    private FutureTask<Object> calling(CountDownLatch begun) {
        FutureTask<Object> call = new FutureTask<>(() -> run.call(() -> {
            begun.countDown();
            return deaf();
        }));
        Thread caller = new Thread(call);
        caller.setDaemon(true);
        caller.start();
        return call;
    }

    @Test
    void piecesRunInOneThreadUntilTheEnd() throws Exception {
        Object first = run.call(Thread::currentThread);
        assertThat(run.call(Thread::currentThread)).isSameAs(first);
        assertThat(((Thread) first).getThreadGroup()).isSameAs(group);
        run.finish();
        ((Thread) first).join();
        assertThat(run.stopped()).isFalse();
    }

    @Test
    void anInterruptOfAPieceIsNotForTheNext() throws Exception {
        run.call(() -> {
            Thread.currentThread().interrupt();
            return null;
        });
        assertThat(run.call(Thread::interrupted)).isEqualTo(false);
    }

    @Test
    void anInterruptThatComesAfterTheEndChangesNothing() {
        run.finish();
        run.interrupt();
        assertThat(run.stopped()).isFalse();
        assertThat(site.armed()).isFalse();
        assertThat(group.stops(Thread.currentThread())).isFalse();
    }

    @Test
    void nothingStaysSwitchedOnAfterAStop() throws Exception {
        run.interrupt();
        assertThat(site.armed()).isTrue();
        assertThatThrownBy(() -> run.call(() -> 1)).isInstanceOf(StoppedException.class);
        run.finish();
        assertThat(site.armed()).isFalse();
        assertThat(group.stops(Thread.currentThread())).isFalse();
    }

    @Test
    void withoutAClockADeafPieceIsLeftBehindAtOnce() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        FutureTask<Object> call = calling(begun);
        begun.await();
        clock.shutdownNow();
        run.interrupt();
        assertThatThrownBy(call::get).cause().isInstanceOf(StoppedException.class);
        assertThat(run.abandoned()).isTrue();
    }

    @Test
    void whoeverWaitsMayGiveUpAndTheCellIsStopped() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        FutureTask<Object> call = calling(begun);
        begun.await();
        call.cancel(true);
        while (!run.stopped()) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        assertThat(site.armed()).isTrue();
    }

    @Test
    void aThreadThatDiesIsToldAndReplaced() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        // Fails where nothing may: between the end of the code and its result, as a lack of memory would.
        Exception deadly = new Exception() {
            @Override
            public synchronized Throwable getCause() {
                asked.incrementAndGet();
                throw new IllegalCallerException("no cause");
            }
        };
        assertThatThrownBy(() -> run.call(() -> {
                    throw deadly;
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the thread of the cell has died");
        assertThat(asked).hasValue(1);
        assertThat(run.call(() -> 7)).isEqualTo(7);
    }

    @Test
    void theReserveIsFreeBeforeAnybodyLearnsOfALackOfMemory() {
        assertThatThrownBy(() -> run.call(() -> {
                    throw new OutOfMemoryError("made up");
                }))
                .cause()
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(reserve.full()).isFalse();
    }
}
