// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

import java.util.List;

/**
 * Runs tasks on other machines. A task that is lost with its machine is run again; its answer is delivered once. Tasks
 * are functions of their bytes, so it does not matter where and how often they run.
 */
public interface ClusterEngine extends AutoCloseable {
    /** The number of tasks that run at once, as far as is known. */
    int slots();

    /**
     * Runs all tasks of a job.
     *
     * @param answers receives each answer once, on the calling thread, in the order of arrival
     * @throws java.util.concurrent.CancellationException when the thread is interrupted; the job is then cancelled
     * @throws ClusterException when a task fails, or the cluster is gone
     */
    void run(Job job, Answers answers);

    /**
     * Starts work whose values stay on the machines where they are made.
     *
     * @param name a name for display
     * @param first the first stage; has a public constructor that takes an input
     * @param inputs one per value
     */
    Stages stages(String name, Class<? extends RemoteStage> first, List<byte[]> inputs);

    /** Values on the machines of a cluster. */
    interface Stages extends AutoCloseable {
        /**
         * Applies the next stage to all values.
         *
         * @param what description for display
         * @param shared data passed to all values
         * @param answers receives each value's answer, in the order of arrival
         * @throws java.util.concurrent.CancellationException when the thread is interrupted; the work is then
         *     cancelled
         * @throws ClusterException when one fails, or the cluster is gone
         */
        void next(String what, byte[] shared, Answers answers);

        /**
         * Applies the next stage to all values after an exchange between those with common keys; all are {@link
         * ExchangingStage}s.
         *
         * @param what description for display
         * @param meeting processes what values send with one key; has a public no-argument constructor
         * @param shared data passed to all values
         * @param answers receives each value's answer after the exchange, in the order of arrival
         * @throws java.util.concurrent.CancellationException when the thread is interrupted; the work is then
         *     cancelled
         * @throws ClusterException when one fails, or the cluster is gone
         */
        void exchange(String what, Class<? extends RemoteMeeting> meeting, byte[] shared, Answers answers);

        /** Releases the values. */
        @Override
        void close();
    }

    /** Disconnects, unless the session is the user's. */
    @Override
    void close();

    /**
     * Tasks with shared data.
     *
     * @param name a name for display
     * @param task the task; has a public constructor that takes the shared bytes
     * @param shared data of all tasks, sent to each machine once
     * @param inputs one per task
     */
    record Job(String name, Class<? extends RemoteTask> task, byte[] shared, List<byte[]> inputs) {
        /** Copies the list. */
        public Job {
            inputs = List.copyOf(inputs);
        }
    }

    /** Receives answers. */
    @FunctionalInterface
    interface Answers {
        /**
         * A task has ended.
         *
         * @param task its index in the inputs
         */
        void ended(int task, byte[] answer);
    }
}
