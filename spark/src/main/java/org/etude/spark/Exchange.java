// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.HashPartitioner;
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

    /**
     * The values that follow.
     *
     * @param slices in which partition each value is
     * @param meetings partitions that meetings are spread over
     */
    JavaRDD<StageValue> after(JavaRDD<StageValue> values, int meetings, ByValue slices) {
        JavaPairRDD<Integer, Reply> replies = values.mapPartitionsToPair(this::sent, true)
                .groupByKey(new HashPartitioner(meetings))
                .flatMapToPair(this::held)
                .partitionBy(slices);
        return values.zipPartitions(replies, this::received);
    }

    private Iterator<Tuple2<String, Parcel>> sent(Iterator<StageValue> values) throws Exception {
        List<Tuple2<String, Parcel>> sent = new ArrayList<>();
        while (values.hasNext()) {
            StageValue next = values.next();
            if (next.failure() == null) {
                TaskAnswer told = TaskAnswer.of(() -> {
                    ((ExchangingStage) next.stage())
                            .parcels(shared.value())
                            .forEach((key, bytes) ->
                                    sent.add(new Tuple2<>(key, new Parcel(next.number(), new TaskAnswer(bytes, null)))));
                    return new byte[0];
                });
                if (told.failure() != null) {
                    sent.add(new Tuple2<>("", new Parcel(next.number(), told)));
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
        Map<Integer, SortedMap<String, byte[]>> sorted = new HashMap<>();
        Map<Integer, TaskAnswer> failures = new HashMap<>();
        while (replies.hasNext()) {
            Tuple2<Integer, Reply> reply = replies.next();
            TaskAnswer content = reply._2.content;
            if (content.failure() == null) {
                sorted.computeIfAbsent(reply._1, value -> new TreeMap<>()).put(reply._2.key, content.bytes());
            } else {
                failures.put(reply._1, content);
            }
        }
        List<StageValue> received = new ArrayList<>();
        while (values.hasNext()) {
            StageValue value = values.next();
            int number = value.number();
            if (failures.containsKey(number)) {
                received.add(new StageValue(number, null, failures.get(number)));
            } else if (value.failure() != null) {
                received.add(value);
            } else {
                SortedMap<String, byte[]> own = sorted.getOrDefault(number, new TreeMap<>());
                received.add(StageValue.of(
                        number, () -> ((ExchangingStage) value.stage()).received(shared.value(), own)));
            }
        }
        return received.iterator();
    }
}
