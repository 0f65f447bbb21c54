// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SimpleFutureAction;
import org.apache.spark.SparkContext;
import org.apache.spark.rdd.RDD;
import org.etude.cluster.ClusterEngine.Answers;
import org.etude.cluster.ClusterException;
import org.etude.report.WorkerPool;
import scala.collection.Iterator;
import scala.collection.immutable.Range$;
import scala.runtime.AbstractFunction0;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/** A submitted job: its slices end in any order, each once. */
final class SparkJob {
    private static final int POLL_MILLIS = 100;
    private static final AtomicInteger GROUPS = new AtomicInteger();

    private final SparkContext context;
    private final String name;
    private final BlockingQueue<Slice> ended = new LinkedBlockingQueue<>();
    private final SimpleFutureAction<BoxedUnit> action;

    private record Slice(int number, List<TaskAnswer> answers) {}

    /**
     * Submits a job.
     *
     * @param work answers each element of a slice, in order
     */
    <T> SparkJob(
            SparkContext context, String name, RDD<T> slices, AbstractFunction1<Iterator<T>, List<TaskAnswer>> work) {
        this.context = context;
        this.name = name;
        action = Uninterruptible.call(() -> submit(slices, work));
    }

    /**
     * Called in a separate thread, so that the job group covers only this job and not what the user's thread does next.
     */
    private <T> SimpleFutureAction<BoxedUnit> submit(
            RDD<T> slices, AbstractFunction1<Iterator<T>, List<TaskAnswer>> work) {
        // Cancelled tasks are interrupted; simulations check for that.
        context.setJobGroup("etude-" + GROUPS.incrementAndGet(), name, true);
        return context.submitJob(
                slices,
                work,
                Range$.MODULE$.apply(0, slices.getNumPartitions()),
                new AbstractFunction2<Object, List<TaskAnswer>, BoxedUnit>() {
                    @Override
                    public BoxedUnit apply(Object slice, List<TaskAnswer> answers) {
                        ended.add(new Slice((Integer) slice, answers));
                        return BoxedUnit.UNIT;
                    }
                },
                new AbstractFunction0<BoxedUnit>() {
                    @Override
                    public BoxedUnit apply() {
                        return BoxedUnit.UNIT;
                    }
                });
    }

    /**
     * Waits for all slices.
     *
     * @param tasks the task number of each element of each slice
     */
    void follow(List<List<Integer>> tasks, Answers answers) {
        boolean whole = false;
        try {
            for (int known = 0; known < tasks.size(); known++) {
                Slice slice = next();
                for (int k = 0; k < slice.answers.size(); k++) {
                    answers.ended(
                            tasks.get(slice.number).get(k), slice.answers.get(k).orThrow());
                }
            }
            whole = true;
        } catch (InterruptedException e) {
            throw WorkerPool.interrupted(e);
        } finally {
            if (!whole && !context.isStopped()) {
                action.cancel();
            }
        }
    }

    private Slice next() throws InterruptedException {
        while (true) {
            Slice slice = ended.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (slice != null) {
                return slice;
            }
            SparkConnection.check(context);
            if (action.isCompleted() && action.value().get().isFailure() && ended.isEmpty()) {
                Throwable why = action.value().get().failed().get();
                throw new ClusterException(
                        name + ": failed on " + context.master() + ": " + firstLine(why),
                        "Executors that run out of memory need -Dspark.executor.memory=...; what was done is kept.",
                        why);
            }
        }
    }

    private static String firstLine(Throwable why) {
        String text = String.valueOf(why.getMessage());
        return text.lines().findFirst().orElse(text);
    }
}
