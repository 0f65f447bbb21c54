// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.util.concurrent.Callable;
import org.apache.spark.util.KnownSizeEstimation;
import org.apache.spark.util.SizeEstimator;
import org.etude.cluster.RemoteShare;
import org.etude.cluster.RemoteStage;

/**
 * An element of the RDDs of staged work. It stays in the memory of its executor and is never serialised; if it is lost,
 * Spark recomputes it from its input.
 *
 * @param number the number of the value
 * @param stage the value, or null
 * @param failure why there is no value; sent instead of its answer
 * @param estimatedSize bytes of memory; computed once, because Spark would otherwise traverse all values of a
 *     partition for each added one
 */
record StageValue(int number, RemoteStage stage, TaskAnswer failure, long estimatedSize)
        implements KnownSizeEstimation {
    /** A value that could not be made. */
    static StageValue failed(int number, TaskAnswer failure) {
        return new StageValue(number, null, failure, SizeEstimator.estimate(failure));
    }

    static StageValue of(int number, Callable<RemoteStage> making) throws Exception {
        RemoteStage[] made = {null};
        TaskAnswer told = TaskAnswer.of(() -> {
            made[0] = making.call();
            return new byte[0];
        });
        return told.failure() == null
                ? new StageValue(number, made[0], null, SizeEstimator.estimate(made[0]))
                : failed(number, told);
    }

    StageValue next(RemoteShare shared) throws Exception {
        return failure == null ? of(number, () -> stage.next(shared)) : this;
    }

    TaskAnswer answer() throws Exception {
        return failure == null ? TaskAnswer.of(stage::answer) : failure;
    }
}
