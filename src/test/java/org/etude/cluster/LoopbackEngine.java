// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

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

    /** Some values are lost after each stage and made again from their input. */
    private static final class Kept implements Stages {
        private final Class<? extends RemoteStage> first;
        private final List<byte[]> inputs;
        private final List<byte[]> told = new ArrayList<>();
        private final List<RemoteStage> values = new ArrayList<>();

        Kept(Class<? extends RemoteStage> first, List<byte[]> inputs) {
            this.first = first;
            this.inputs = inputs;
            inputs.forEach(input -> values.add(RemoteStage.open(first.getName(), input)));
        }

        @Override
        public void next(String what, byte[] shared, Answers answers) {
            told.add(shared);
            RemoteShare share = new RemoteShare(shared);
            for (int k = inputs.size() - 1; k >= 0; k--) {
                values.set(k, k % 2 == 0 ? again(k) : next(values.get(k), share));
                answers.ended(k, values.get(k).answer());
            }
        }

        private RemoteStage again(int input) {
            RemoteStage value = RemoteStage.open(first.getName(), inputs.get(input));
            for (byte[] shared : told) {
                value = next(value, new RemoteShare(shared));
            }
            return value;
        }

        private static RemoteStage next(RemoteStage value, RemoteShare share) {
            try {
                return value.next(share);
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
            public Optional<ClusterEngine> at(String address) {
                return Optional.of(LoopbackEngine.this);
            }

            @Override
            public Optional<ClusterEngine> of(Object session) {
                return Optional.empty();
            }
        });
    }
}
