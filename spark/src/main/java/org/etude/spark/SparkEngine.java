// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.etude.cluster.ClusterEngine;
import org.etude.cluster.RemoteStage;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Runs tasks on Spark. A partition holds every n-th task, so that neighbours, which tend to take equally long, are in
 * different ones; there are enough partitions that the last ones to end are short. Takes about 5 ms of the driver's
 * time per partition.
 */
final class SparkEngine implements ClusterEngine {
    private static final int PARTITIONS_PER_SLOT = 16;
    private static final int LEAST_PARTITIONS = 64;

    private final SparkContext context;
    private final boolean own;

    SparkEngine(SparkContext context, boolean own) {
        this.context = context;
        this.own = own;
        sendJars();
    }

    /** Adds the jars that neither the user nor spark-submit has added. */
    private void sendJars() {
        if (new SparkAddress(context.master()).isThisProcess()) {
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
        int slices = slices(context, tasks);
        JavaSparkContext java = JavaSparkContext.fromSparkContext(context);
        Broadcast<SharedTask> shared =
                Uninterruptible.call(() -> java.broadcast(new SharedTask(job.task(), job.shared())));
        try {
            JavaRDD<byte[]> inputs = java.parallelize(dealt(job.inputs(), slices), slices);
            new SparkJob(context, job.name(), inputs.rdd(), new TaskSlice(shared))
                    .follow(order(tasks, slices), answers);
        } finally {
            Uninterruptible.release(context, shared::destroy);
        }
    }

    /** The number of partitions for this many tasks. */
    static int slices(SparkContext context, int tasks) {
        return Math.min(tasks, Math.max(LEAST_PARTITIONS, PARTITIONS_PER_SLOT * context.defaultParallelism()));
    }

    /**
     * The inputs reordered for the way Spark cuts a list into {@code slices}: slice s, from s * n / slices to (s + 1) *
     * n / slices, gets inputs s, s + slices, ...
     */
    static <T> List<T> dealt(List<T> inputs, int slices) {
        return order(inputs.size(), slices).stream()
                .flatMap(List::stream)
                .map(inputs::get)
                .toList();
    }

    /** The input numbers of each slice. */
    static List<List<Integer>> order(int inputs, int slices) {
        List<List<Integer>> order = new ArrayList<>();
        int[] next = {0};
        for (int slice = 0; slice < slices; slice++) {
            order.add(new ArrayList<>());
        }
        // Slices differ in size by at most one; each takes one in turn until it is full.
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

    @Override
    public Stages stages(String name, Class<? extends RemoteStage> first, List<byte[]> inputs) {
        SparkConnection.check(context);
        return new SparkStages(context, name, first, inputs);
    }

    @Override
    public void close() {
        if (own) {
            SparkConnection.close(context);
        }
    }
}
