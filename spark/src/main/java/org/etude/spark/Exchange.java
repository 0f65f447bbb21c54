// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.HashPartitioner;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.etude.cluster.ExchangingStage;
import org.etude.cluster.RemoteMeeting;
import org.etude.cluster.RemoteShare;
import scala.Tuple2;

/**
 * An exchange as two shuffles: parcels go to their meeting by key, replies to the partition of their value by its
 * number.
 *
 * @param meeting name of the class of the meetings
 * @param shared data passed to all values
 */
record Exchange(String meeting, Broadcast<RemoteShare> shared) implements Serializable {
    /** A value's parcel, or the failure of its sending. */
    private record Parcel(int sender, TaskAnswer content) implements Serializable {}

    /** A meeting's reply to a value. */
    private record Reply(String key, TaskAnswer content) implements Serializable {}

    /** Routes replies to the partitions of their values. */
    private static final class ByValue extends Partitioner {
        private static final long serialVersionUID = 1L;

        private final int partitions;
        private final int[] partitionOf;

        ByValue(List<List<Integer>> values) {
            partitions = values.size();
            partitionOf = new int[values.stream().mapToInt(List::size).sum()];
            for (int partition = 0; partition < partitions; partition++) {
                for (int value : values.get(partition)) {
                    partitionOf[value] = partition;
                }
            }
        }

        @Override
        public int numPartitions() {
            return partitions;
        }

        @Override
        public int getPartition(Object key) {
            return partitionOf[(Integer) key];
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ByValue by && Arrays.equals(by.partitionOf, partitionOf);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(partitionOf);
        }
    }

    /**
     * The next values.
     *
     * @param numbers the numbers of the values in each partition
     * @param meetings number of partitions for the meetings
     */
    JavaRDD<StageValue> after(JavaRDD<StageValue> values, List<List<Integer>> numbers, int meetings) {
        JavaPairRDD<Integer, Reply> replies = values.flatMapToPair(this::sent)
                .groupByKey(new HashPartitioner(meetings))
                .flatMapToPair(this::held)
                .partitionBy(new ByValue(numbers));
        return values.zipPartitions(replies, this::received);
    }

    private Iterator<Tuple2<String, Parcel>> sent(StageValue value) throws Exception {
        List<Tuple2<String, Parcel>> sent = new ArrayList<>();
        if (value.failure() == null) {
            TaskAnswer told = TaskAnswer.of(() -> {
                ((ExchangingStage) value.stage())
                        .parcels(shared.value())
                        .forEach((key, bytes) ->
                                sent.add(new Tuple2<>(key, new Parcel(value.number(), new TaskAnswer(bytes, null)))));
                return new byte[0];
            });
            if (told.failure() != null) {
                sent.add(new Tuple2<>("", new Parcel(value.number(), told)));
            }
        }
        return sent.iterator();
    }

    private Iterator<Tuple2<Integer, Reply>> held(Tuple2<String, Iterable<Parcel>> met) throws Exception {
        SortedMap<Integer, byte[]> parcels = new TreeMap<>();
        List<Tuple2<Integer, Reply>> replies = new ArrayList<>();
        for (Parcel parcel : met._2) {
            if (parcel.content.failure() == null) {
                parcels.put(parcel.sender, parcel.content.bytes());
            } else {
                replies.add(new Tuple2<>(parcel.sender, new Reply(met._1, parcel.content)));
            }
        }
        if (!parcels.isEmpty()) {
            TaskAnswer told = TaskAnswer.of(() -> {
                RemoteMeeting.open(meeting)
                        .meet(shared.value(), met._1, parcels)
                        .forEach((value, bytes) ->
                                replies.add(new Tuple2<>(value, new Reply(met._1, new TaskAnswer(bytes, null)))));
                return new byte[0];
            });
            if (told.failure() != null) {
                replies.add(new Tuple2<>(parcels.firstKey(), new Reply(met._1, told)));
            }
        }
        return replies.iterator();
    }

    private Iterator<StageValue> received(Iterator<StageValue> values, Iterator<Tuple2<Integer, Reply>> replies)
            throws Exception {
        Map<Integer, SortedMap<String, byte[]>> sorted = new HashMap<>();
        Map<Integer, TaskAnswer> failures = new HashMap<>();
        while (replies.hasNext()) {
            Tuple2<Integer, Reply> next = replies.next();
            TaskAnswer content = next._2.content;
            if (content.failure() == null) {
                sorted.computeIfAbsent(next._1, value -> new TreeMap<>()).put(next._2.key, content.bytes());
            } else {
                failures.put(next._1, content);
            }
        }
        List<StageValue> received = new ArrayList<>();
        while (values.hasNext()) {
            StageValue value = values.next();
            TaskAnswer failure = failures.get(value.number());
            SortedMap<String, byte[]> told = sorted.getOrDefault(value.number(), Collections.emptySortedMap());
            if (failure != null) {
                received.add(StageValue.failed(value.number(), failure));
            } else if (value.failure() != null) {
                received.add(value);
            } else {
                received.add(StageValue.of(
                        value.number(), () -> ((ExchangingStage) value.stage()).received(shared.value(), told)));
            }
        }
        return received.iterator();
    }
}
