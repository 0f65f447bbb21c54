// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.util.concurrent.Callable;
import org.etude.cluster.RemoteShare;
import org.etude.cluster.RemoteStage;

/**
 * An element of the RDDs of a work in stages. It stays in the memory of its executor and is never serialised; when it is lost, Spark makes
 * it again from its input.
 *
 * @param number which value it is
 * @param stage the value, or null
 * @param failure why there is none; told in place of its answer
 */
record StageValue(int number, RemoteStage stage, TaskAnswer failure) {
    static StageValue of(int number, Callable<RemoteStage> making) throws Exception {
        RemoteStage[] made = {null};
        TaskAnswer told = TaskAnswer.of(() -> {
            made[0] = making.call();
            return new byte[0];
        });
        return new StageValue(number, made[0], told.failure() == null ? null : told);
    }

    StageValue next(RemoteShare shared) throws Exception {
        return failure == null ? of(number, () -> stage.next(shared)) : this;
    }

    TaskAnswer answer() throws Exception {
        return failure == null ? TaskAnswer.of(stage::answer) : failure;
    }
}
