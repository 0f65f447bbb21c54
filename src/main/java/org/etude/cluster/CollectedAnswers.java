// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

import java.util.function.Consumer;
import org.etude.report.Progress;

/** Collects the answers to one stage. */
public final class CollectedAnswers {
    private CollectedAnswers() {}

    /**
     * Runs a stage, with progress reports.
     *
     * @param what the name of the stage in the reports
     * @param count number of values
     * @param step runs the stage
     * @return by value, its answer
     */
    public static byte[][] of(String what, int count, Progress progress, Consumer<ClusterEngine.Answers> step) {
        byte[][] answers = new byte[count][];
        int[] done = {0};
        progress.at(what, 0, count);
        step.accept((value, answer) -> {
            answers[value] = answer;
            progress.at(what, ++done[0], count);
        });
        return answers;
    }
}
