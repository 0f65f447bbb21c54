// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.compat.triosim.trace.TraceOp;
import org.etude.compat.triosim.trace.TraceOp.Stage;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimException.Reason;

/**
 * The operators of each GPU of a pipeline: equal numbers of forward operators starting from the first GPU, and of the
 * others starting from the last.
 *
 * @param forward indices in the trace, a list per GPU
 * @param backward indices of backward and optimizer operators, a list per GPU
 */
public record PipelineStages(List<List<Integer>> forward, List<List<Integer>> backward) {
    /**
     * Splits a trace.
     *
     * @throws TrioSimException when there are more GPUs than operators of a kind
     */
    public static PipelineStages of(List<TraceOp> ops, int gpus) {
        List<Integer> ahead = places(ops, true);
        List<Integer> back = places(ops, false);
        if (gpus > ahead.size() || gpus > back.size()) {
            throw new TrioSimException(
                    Reason.SETTING,
                    gpus + " stages for " + ahead.size() + " forward and " + back.size()
                            + " backward and optimizer operators",
                    "Give at most as many GPUs as there are operators of each kind.");
        }
        List<List<Integer>> forward = new ArrayList<>();
        List<List<Integer>> backward = new ArrayList<>();
        for (int g = 0; g < gpus; g++) {
            forward.add(part(ahead, g, gpus));
            backward.add(part(back, gpus - 1 - g, gpus));
        }
        return new PipelineStages(forward, backward);
    }

    private static List<Integer> places(List<TraceOp> ops, boolean forward) {
        return IntStream.range(0, ops.size())
                .filter(i -> forward == (ops.get(i).stage() == Stage.FORWARD))
                .boxed()
                .toList();
    }

    private static List<Integer> part(List<Integer> all, int i, int n) {
        return all.subList(i * all.size() / n, (i + 1) * all.size() / n);
    }
}
