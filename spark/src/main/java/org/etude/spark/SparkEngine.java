// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.spark.SimpleFutureAction;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.etude.cluster.ClusterEngine;
import org.etude.cluster.ClusterException;
import org.etude.report.WorkerPool;
import scala.collection.immutable.Range$;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction0;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/**
 * Runs tasks on Spark. Partitions hold every n-th task, so that neighbours, which tend to take equally long, do not meet in one; there
 * are enough of them that the last ones to end are short. About 5 ms of the driver's time for each.
 */
final class SparkEngine implements ClusterEngine {
    private static final int PARTITIONS_PER_SLOT = 16;
    private static final int LEAST_PARTITIONS = 64;
    private static final int POLL_MILLIS = 100;
    private static final AtomicInteger GROUPS = new AtomicInteger();

    private final SparkContext context;
    private final boolean own;

    SparkEngine(SparkContext context, boolean own) {
        this.context = context;
        this.own = own;
        sendJars();
    }

    /** Those that the user, or spark-submit, has not sent. */
    private void sendJars() {
        String master = context.master();
        if (master.startsWith("local") && !master.startsWith("local-cluster")) {
            return;
        }
        Set<String> sent = CollectionConverters.asJava(context.listJars()).stream()
                .map(jar -> jar.substring(jar.lastIndexOf('/') + 1))
                .collect(Collectors.toSet());
        EtudeJars.all().stream()
                .filter(jar -> !sent.contains(jar.getFileName().toString()))
                .forEach(jar -> context.addJar(jar.toString()));
    }

    @Override
    public int slots() {
        return context.defaultParallelism();
    }

    @Override
    public void run(Job job, Answers answers) {
        SparkConnection.check(context);
        int tasks = job.inputs().size();
        if (tasks == 0) {
            return;
        }
        int slices = Math.min(tasks, Math.max(LEAST_PARTITIONS, PARTITIONS_PER_SLOT * slots()));
        JavaSparkContext java = JavaSparkContext.fromSparkContext(context);
        Broadcast<SharedTask> shared = java.broadcast(new SharedTask(job.task(), job.shared()));
        try {
            JavaRDD<byte[]> inputs = java.parallelize(dealt(job.inputs(), slices), slices);
            new Submitted(job, inputs, shared).follow(slices, answers);
        } finally {
            if (!context.isStopped()) {
                shared.destroy();
            }
        }
    }

    /**
     * Inputs in the order in which Spark cuts a list into {@code slices}: slice s, from s * n / slices to (s + 1) * n / slices, gets inputs
     * s, s + slices, ...
     */
    private static List<byte[]> dealt(List<byte[]> inputs, int slices) {
        return order(inputs.size(), slices).stream().flatMap(List::stream).map(inputs::get).toList();
    }

    /** The inputs of each slice. */
    static List<List<Integer>> order(int inputs, int slices) {
        List<List<Integer>> order = new ArrayList<>();
        int[] next = {0};
        for (int slice = 0; slice < slices; slice++) {
            order.add(new ArrayList<>());
        }
        // Slices differ in size by one at most; each takes one in turn until it is full.
        for (int round = 0; next[0] < inputs; round++) {
            for (int slice = 0; slice < slices; slice++) {
                long size = (slice + 1L) * inputs / slices - (long) slice * inputs / slices;
                if (round < size) {
                    order.get(slice).add(next[0]++);
                }
            }
        }
        return order;
    }

    /** A job that was submitted. */
    private final class Submitted {
        private record Slice(int number, List<TaskAnswer> answers) {}

        private final Job job;
        private final BlockingQueue<Slice> ended = new LinkedBlockingQueue<>();
        private final SimpleFutureAction<BoxedUnit> action;

        Submitted(Job job, JavaRDD<byte[]> inputs, Broadcast<SharedTask> shared) {
            this.job = job;
            // Cancelled tasks are interrupted; simulations look for that.
            context.setJobGroup("etude-" + GROUPS.incrementAndGet(), job.name(), true);
            try {
                action = context.submitJob(
                        inputs.rdd(),
                        new TaskSlice(shared),
                        Range$.MODULE$.apply(0, inputs.getNumPartitions()),
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
            } finally {
                context.clearJobGroup();
            }
        }

        void follow(int slices, Answers answers) {
            List<List<Integer>> tasks = order(job.inputs().size(), slices);
            boolean whole = false;
            try {
                for (int known = 0; known < slices; known++) {
                    Slice slice = next();
                    for (int k = 0; k < slice.answers.size(); k++) {
                        answers.ended(
                                tasks.get(slice.number).get(k),
                                slice.answers.get(k).orThrow());
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
                            job.name() + ": failed on " + context.master() + ": " + firstLine(why),
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

    @Override
    public void close() {
        if (own) {
            context.stop();
        }
    }
}
