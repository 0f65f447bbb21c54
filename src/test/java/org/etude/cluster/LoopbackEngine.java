// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** A cluster of one thread: everything passes through bytes, some tasks run twice, and answers come in another order. */
public final class LoopbackEngine implements ClusterEngine {
    /** The tasks that ran, of all jobs. */
    private int ran;

    private boolean closed;

    @Override
    public int slots() {
        return 1;
    }

    @Override
    public void run(Job job, Answers answers) {
        List<Integer> order = new ArrayList<>();
        for (int task = 0; task < job.inputs().size(); task++) {
            order.add(task);
        }
        Collections.shuffle(order, new Random(7));
        RemoteTask one = RemoteTask.open(job.task().getName(), job.shared().clone());
        RemoteTask lost = RemoteTask.open(job.task().getName(), job.shared().clone());
        for (int task : order) {
            byte[] input = job.inputs().get(task);
            if (task % 3 == 0) {
                answer(lost, input);
            }
            answers.ended(task, answer(one, input));
            ran++;
        }
    }

    private static byte[] answer(RemoteTask task, byte[] input) {
        try {
            return task.run(input.clone());
        } catch (Exception e) {
            throw new ClusterException("a task failed", "Look at it.", e);
        }
    }

    @Override
    public Stages stages(String name, Class<? extends RemoteStage> first, List<byte[]> inputs) {
        return new Kept(first, inputs);
    }

    /** Some values are lost after each stage and made again from their input, and some meetings are held twice. */
    private static final class Kept implements Stages {
        private final Class<? extends RemoteStage> first;
        private final List<byte[]> inputs;
        /** What led from each stage to the next, by value. */
        private final List<List<Step>> steps = new ArrayList<>();

        private final List<RemoteStage> values = new ArrayList<>();

        private interface Step {
            RemoteStage from(RemoteStage value) throws Exception;
        }

        Kept(Class<? extends RemoteStage> first, List<byte[]> inputs) {
            this.first = first;
            this.inputs = inputs;
            inputs.forEach(input -> {
                values.add(RemoteStage.open(first.getName(), input));
                steps.add(new ArrayList<>());
            });
        }

        @Override
        public void next(String what, byte[] shared, Answers answers) {
            RemoteShare share = new RemoteShare(shared);
            for (int k = inputs.size() - 1; k >= 0; k--) {
                follow(k, value -> value.next(share), answers);
            }
        }

        @Override
        public void exchange(String what, Class<? extends RemoteMeeting> meeting, byte[] shared, Answers answers) {
            RemoteShare share = new RemoteShare(shared);
            Map<String, SortedMap<Integer, byte[]>> parcels = new HashMap<>();
            for (int k = 0; k < inputs.size(); k++) {
                int sender = k;
                ExchangingStage value = (ExchangingStage) (k % 2 == 0 ? values.get(k) : again(k));
                done(() -> value.parcels(share))
                        .forEach((key, bytes) -> parcels.computeIfAbsent(key, name -> new TreeMap<>())
                                .put(sender, bytes));
            }
            List<SortedMap<String, byte[]>> replies = new ArrayList<>();
            inputs.forEach(input -> replies.add(new TreeMap<>()));
            parcels.forEach((key, sent) -> {
                for (int time = 0; time < 2; time++) {
                    RemoteMeeting held = RemoteMeeting.open(meeting.getName());
                    done(() -> held.meet(new RemoteShare(shared.clone()), key, sent))
                            .forEach((value, bytes) -> replies.get(value).put(key, bytes));
                }
            });
            for (int k = inputs.size() - 1; k >= 0; k--) {
                SortedMap<String, byte[]> own = replies.get(k);
                follow(k, value -> ((ExchangingStage) value).received(share, own), answers);
            }
        }

        private void follow(int k, Step step, Answers answers) {
            RemoteStage before = k % 2 == 0 ? again(k) : values.get(k);
            steps.get(k).add(step);
            values.set(k, done(() -> step.from(before)));
            answers.ended(k, values.get(k).answer());
        }

        private RemoteStage again(int input) {
            RemoteStage value = RemoteStage.open(first.getName(), inputs.get(input));
            for (Step step : steps.get(input)) {
                RemoteStage before = value;
                value = done(() -> step.from(before));
            }
            return value;
        }

        private static <T> T done(Callable<T> work) {
            try {
                return work.call();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new ClusterException("a stage failed", "Look at it.", e);
            }
        }

        @Override
        public void close() {
            values.clear();
        }
    }

    @Override
    public void close() {
        closed = true;
    }

    /** How many tasks were answered. */
    public int ran() {
        return ran;
    }

    /** Whether it was closed. */
    public boolean isClosed() {
        return closed;
    }

    /** A cluster that is this engine. */
    public Cluster cluster() {
        return Cluster.of("loopback", new ClusterProvider() {
            @Override
            public Optional<ClusterEngine> at(String address, ClusterWork work) {
                return Optional.of(LoopbackEngine.this);
            }

            @Override
            public Optional<ClusterEngine> of(Object session) {
                return Optional.empty();
            }
        });
    }
}
