// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.io.PrintWriter;
import java.io.Serializable;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.etude.cluster.ClusterException;
import org.etude.cluster.RemoteTask;
import org.etude.report.EtudeException;

/**
 * The outcome of a task. A failure is an answer, too: the task would fail again, so Spark need not retry.
 *
 * @param bytes its answer, or null
 * @param failure why it failed, or null
 */
record TaskAnswer(byte[] bytes, String failure) implements Serializable {
    static TaskAnswer of(RemoteTask task, byte[] input) throws Exception {
        return of(() -> task.run(input));
    }

    static TaskAnswer of(Callable<byte[]> work) throws Exception {
        try {
            return new TaskAnswer(work.call(), null);
        } catch (CancellationException | InterruptedException e) {
            throw e; // the task was killed: Spark decides whether to run it again
        } catch (EtudeException e) {
            return new TaskAnswer(null, e.getMessage());
        } catch (Exception e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace, true));
            return new TaskAnswer(null, "a fault of Etude on another machine: " + trace);
        }
    }

    byte[] orThrow() {
        if (failure != null) {
            String[] lines = failure.split("\\R", 2);
            throw new ClusterException(
                    lines[0], lines.length > 1 ? lines[1].strip() : "Run it here, without a cluster.");
        }
        return bytes;
    }
}
