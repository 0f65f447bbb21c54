// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
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
 * An exchange as two shuffles: parcels go by their key to where their meeting is held, replies by the number of a value to its partition.
 *
 * @param meeting name of the class of the meetings
 * @param shared what all are told
 */
record Exchange(String meeting, Broadcast<RemoteShare> shared) implements Serializable {
    /** What a value sent, or what its sending failed with. */
    private record Parcel(int sender, TaskAnswer content) implements Serializable {}

    /** What a meeting says to a value. */
    private record Reply(String key, TaskAnswer content) implements Serializable {}

    /** Partition k takes what is for value k. */
    private static final class ByValue extends Partitioner {
        private static final long serialVersionUID = 1L;

        private final int values;

        ByValue(int values) {
            this.values = values;
        }

        @Override
        public int numPartitions() {
            return values;
        }

        @Override
        public int getPartition(Object key) {
            return (Integer) key;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ByValue by && by.values == values;
        }

        @Override
        public int hashCode() {
            return values;
        }
    }

    /**
     * The values that follow.
     *
     * @param values one per partition, in the order of their numbers
     * @param meetings partitions that meetings are spread over
     */
    JavaRDD<StageValue> after(JavaRDD<StageValue> values, int meetings) {
        JavaPairRDD<Integer, Reply> replies = values.mapPartitionsWithIndex(this::sent, true)
                .mapToPair(parcel -> parcel)
                .groupByKey(new HashPartitioner(meetings))
                .flatMapToPair(this::held)
                .partitionBy(new ByValue(values.getNumPartitions()));
        return values.zipPartitions(replies, this::received);
    }

    private Iterator<Tuple2<String, Parcel>> sent(int value, Iterator<StageValue> values) throws Exception {
        List<Tuple2<String, Parcel>> sent = new ArrayList<>();
        while (values.hasNext()) {
            StageValue next = values.next();
            if (next.failure() == null) {
                TaskAnswer told = TaskAnswer.of(() -> {
                    ((ExchangingStage) next.stage())
                            .parcels(shared.value())
                            .forEach((key, bytes) ->
                                    sent.add(new Tuple2<>(key, new Parcel(value, new TaskAnswer(bytes, null)))));
                    return new byte[0];
                });
                if (told.failure() != null) {
                    sent.add(new Tuple2<>("", new Parcel(value, told)));
                }
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
        SortedMap<String, byte[]> sorted = new TreeMap<>();
        TaskAnswer failure = null;
        while (replies.hasNext()) {
            Reply reply = replies.next()._2;
            failure = reply.content.failure() == null ? failure : reply.content;
            sorted.put(reply.key, reply.content.failure() == null ? reply.content.bytes() : new byte[0]);
        }
        List<StageValue> received = new ArrayList<>();
        while (values.hasNext()) {
            StageValue value = values.next();
            if (failure != null) {
                received.add(new StageValue(null, failure));
            } else if (value.failure() != null) {
                received.add(value);
            } else {
                received.add(StageValue.of(() -> ((ExchangingStage) value.stage()).received(shared.value(), sorted)));
            }
        }
        return received.iterator();
    }
}
