// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** What stops a task, as its caller sees it. */
class WorkerPoolTest {
    private static Throwable thrown(Throwable inTask) {
        try (WorkerPool pool = new WorkerPool("test", 1)) {
            Future<Object> task = pool.submit(() -> {
                if (inTask instanceof Error error) {
                    throw error;
                }
                throw (Exception) inTask;
            });
            return Assertions.catchThrowable(() -> WorkerPool.result(task));
        }
    }

    @Test
    void errorsAndRuntimeExceptionsArriveAsThrown() {
        OutOfMemoryError memory = new OutOfMemoryError("Java heap space");
        IllegalArgumentException wrong = new IllegalArgumentException("wrong");
        assertThat(thrown(memory)).isSameAs(memory);
        assertThat(thrown(wrong)).isSameAs(wrong);
    }

    @Test
    void checkedExceptionsArriveAsCause() {
        IOException cause = new IOException("disk");
        assertThat(thrown(cause)).isInstanceOf(IllegalStateException.class).hasCause(cause);
    }

    @Test
    void interruptionOfTheCallerCancelsAndKeepsTheFlag() {
        try (WorkerPool pool = new WorkerPool("test", 1)) {
            CountDownLatch never = new CountDownLatch(1);
            Future<Boolean> task = pool.submit(() -> {
                never.await();
                return true;
            });
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> WorkerPool.result(task)).isInstanceOf(CancellationException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void aPatientPoolIsClosedWhenTheTaskHasStopped() throws InterruptedException {
        WorkerPool pool = WorkerPool.patient("test", 1);
        CountDownLatch started = new CountDownLatch(1);
        AtomicBoolean stopped = new AtomicBoolean();
        pool.submit(() -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                Thread.sleep(50);
                stopped.set(true);
            }
            return null;
        });
        started.await();
        pool.close();
        assertThat(stopped).isTrue();
    }

    @Test
    void resultsAreInTheOrderOfTasks() {
        CountDownLatch second = new CountDownLatch(1);
        List<Callable<String>> tasks = List.of(
                () -> {
                    second.await();
                    return "first";
                },
                () -> {
                    second.countDown();
                    return "second";
                });
        List<Integer> before = new ArrayList<>();
        try (WorkerPool pool = new WorkerPool("test", 2)) {
            assertThat(pool.inOrder(tasks, before::add)).containsExactly("first", "second");
        }
        assertThat(before).containsExactly(0, 1);
    }

    @Test
    void theFirstThatEndsIsPassedOnFirst() {
        CountDownLatch passed = new CountDownLatch(1);
        List<String> ended = new ArrayList<>();
        List<Callable<String>> tasks = List.of(
                () -> {
                    passed.await();
                    return "slow";
                },
                () -> "quick");
        try (WorkerPool pool = new WorkerPool("test", 2)) {
            pool.asTheyEnd(tasks, done -> {}, result -> {
                ended.add(result);
                passed.countDown();
            });
        }
        assertThat(ended).containsExactly("quick", "slow");
    }

    @Test
    void theFirstFailureInOrderIsThrown() {
        IllegalStateException failure = new IllegalStateException("broken");
        List<Callable<String>> tasks = List.of(() -> "fine", () -> {
            throw failure;
        });
        try (WorkerPool pool = new WorkerPool("test", 2)) {
            assertThatThrownBy(() -> pool.inOrder(tasks, done -> {})).isSameAs(failure);
            assertThatThrownBy(() -> pool.asTheyEnd(tasks, done -> {}, result -> {}))
                    .isSameAs(failure);
        }
    }

    @Test
    void anInterruptedCallerStopsWaitingForWhateverEndsFirst() {
        CountDownLatch never = new CountDownLatch(1);
        List<Callable<String>> tasks = List.of(() -> {
            never.await();
            return "never";
        });
        try (WorkerPool pool = new WorkerPool("test", 1)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> pool.asTheyEnd(tasks, done -> {}, result -> {}))
                    .isInstanceOf(CancellationException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
