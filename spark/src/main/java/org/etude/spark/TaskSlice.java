// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/** Runs the tasks of one partition. */
final class TaskSlice extends AbstractFunction1<Iterator<byte[]>, List<TaskAnswer>> implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Broadcast<SharedTask> task;

    TaskSlice(Broadcast<SharedTask> task) {
        this.task = task;
    }

    @Override
    public List<TaskAnswer> apply(Iterator<byte[]> inputs) {
        List<TaskAnswer> answers = new ArrayList<>();
        while (inputs.hasNext()) {
            TaskAnswer answer = one(inputs.next());
            answers.add(answer);
            if (answer.failure() != null) {
                break; // fails the whole job
            }
        }
        return answers;
    }

    private TaskAnswer one(byte[] input) {
        try {
            return TaskAnswer.of(task.value().open(), input);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
