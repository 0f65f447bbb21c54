// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.etude.cluster.ClusterEngine.Answers;
import org.etude.cluster.ClusterEngine.Stages;
import org.etude.cluster.RemoteMeeting;
import org.etude.cluster.RemoteShare;
import org.etude.cluster.RemoteStage;

/**
 * Values as RDDs, several per partition, dealt like the tasks of {@link SparkEngine}. A stage is a map of the previous
 * one, or follows from it by shuffles, and is kept in the executors' memory. Where that is insufficient, or executors
 * die, Spark recomputes from the inputs.
 */
final class SparkStages implements Stages {
    /** The number of shuffle partitions per core. */
    private static final int MEETINGS_PER_SLOT = 4;

    private final SparkContext context;
    private final String name;
    private final List<List<Integer>> values;
    private final List<Broadcast<RemoteShare>> shares = new ArrayList<>();
    /** The RDDs kept by executors: the current values, and those being made. */
    private final Deque<JavaRDD<StageValue>> kept = new ArrayDeque<>();

    private JavaRDD<StageValue> current;

    SparkStages(SparkContext context, String name, Class<? extends RemoteStage> first, List<byte[]> inputs) {
        this.context = context;
        this.name = name;
        int slices = Math.max(1, SparkEngine.slices(context, inputs.size()));
        values = SparkEngine.order(inputs.size(), slices);
        List<Input> numbered = IntStream.range(0, inputs.size())
                .mapToObj(k -> new Input(k, inputs.get(k)))
                .toList();
        current = JavaSparkContext.fromSparkContext(context)
                .parallelize(SparkEngine.dealt(numbered, slices), slices)
                .map(new Opening(first.getName()));
    }

    /** The input of a value. */
    private record Input(int number, byte[] bytes) implements Serializable {}

    /** Creates the first stage of an input. */
    private record Opening(String type) implements Function<Input, StageValue> {
        @Override
        public StageValue call(Input input) throws Exception {
            return StageValue.of(input.number, () -> RemoteStage.open(type, input.bytes));
        }
    }

    /** Creates the next stage. */
    private record Following(Broadcast<RemoteShare> shared) implements Function<StageValue, StageValue> {
        @Override
        public StageValue call(StageValue value) throws Exception {
            return value.next(shared.value());
        }
    }

    @Override
    public void next(String what, byte[] shared, Answers answers) {
        if (isEmpty()) {
            return;
        }
        Broadcast<RemoteShare> share = broadcast(shared);
        follow(what, current.map(new Following(share)), answers);
    }

    @Override
    public void exchange(String what, Class<? extends RemoteMeeting> meeting, byte[] shared, Answers answers) {
        if (isEmpty()) {
            return;
        }
        int meetings = Math.min(values.size(), MEETINGS_PER_SLOT * context.defaultParallelism());
        follow(what, new Exchange(meeting.getName(), broadcast(shared)).after(current, values, meetings), answers);
    }

    private boolean isEmpty() {
        return values.get(0).isEmpty();
    }

    private Broadcast<RemoteShare> broadcast(byte[] shared) {
        Broadcast<RemoteShare> share = Uninterruptible.call(
                () -> JavaSparkContext.fromSparkContext(context).broadcast(new RemoteShare(shared)));
        shares.add(share);
        return share;
    }

    private void follow(String what, JavaRDD<StageValue> next, Answers answers) {
        JavaRDD<StageValue> following = next.persist(StorageLevel.MEMORY_ONLY());
        kept.add(following);
        new SparkJob(context, name + ": " + what, following.rdd(), new StageAnswers()).follow(values, answers);
        current = following;
        forgetAllBut(1);
    }

    private void forgetAllBut(int last) {
        while (kept.size() > last) {
            Uninterruptible.release(context, kept.remove()::unpersist);
        }
    }

    @Override
    public void close() {
        forgetAllBut(0);
        Uninterruptible.release(context, () -> shares.forEach(Broadcast::destroy));
    }
}
