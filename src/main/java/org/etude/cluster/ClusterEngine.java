// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

import java.util.List;

/**
 * Runs tasks somewhere else. A task that is lost with its machine is run again; its answer is delivered once. Tasks are functions
 * of their bytes, so that it does not matter where and how often they run.
 */
public interface ClusterEngine extends AutoCloseable {
    /** How many tasks run at once, as far as is known. */
    int slots();

    /**
     * Runs all tasks of a job.
     *
     * @param answers receives each answer once, on the calling thread, in the order in which they come
     * @throws java.util.concurrent.CancellationException when the thread is interrupted; the job is cancelled then
     * @throws ClusterException when a task fails, or the cluster is gone
     */
    void run(Job job, Answers answers);

    /**
     * Begins a work whose values stay where they are made.
     *
     * @param name for people
     * @param first the first stage; it has a public constructor that takes an input
     * @param inputs one value each
     */
    Stages stages(String name, Class<? extends RemoteStage> first, List<byte[]> inputs);

    /** Values on the machines of a cluster. */
    interface Stages extends AutoCloseable {
        /**
         * Goes on to the next stage of all values.
         *
         * @param what is done, for people
         * @param shared what all are told
         * @param answers receives what each tells, in the order in which they come
         * @throws java.util.concurrent.CancellationException when the thread is interrupted; the work is cancelled then
         * @throws ClusterException when one fails, or the cluster is gone
         */
        void next(String what, byte[] shared, Answers answers);

        /**
         * Goes on to the next stage of all values after those with something in common have met; all are {@link ExchangingStage}s.
         *
         * @param what is done, for people
         * @param meeting what becomes of that which values send with one key; has a public constructor that takes nothing
         * @param shared what all are told
         * @param answers receives what each value then tells, in the order in which they come
         * @throws java.util.concurrent.CancellationException when the thread is interrupted; the work is cancelled then
         * @throws ClusterException when one fails, or the cluster is gone
         */
        void exchange(String what, Class<? extends RemoteMeeting> meeting, byte[] shared, Answers answers);

        /** Lets the values go. */
        @Override
        void close();
    }

    /** Disconnects, unless the session is the user's. */
    @Override
    void close();

    /**
     * Tasks that share something.
     *
     * @param name for people
     * @param task what is run; it has a public constructor that takes the shared bytes
     * @param shared what all tasks share, sent to each machine once
     * @param inputs one task each
     */
    record Job(String name, Class<? extends RemoteTask> task, byte[] shared, List<byte[]> inputs) {
        /** Copies the list. */
        public Job {
            inputs = List.copyOf(inputs);
        }
    }

    /** Takes answers. */
    @FunctionalInterface
    interface Answers {
        /**
         * A task has ended.
         *
         * @param task its place among the inputs
         */
        void ended(int task, byte[] answer);
    }
}
