// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.Shared;
import org.etude.report.Progress;
import org.etude.spec.LoadOptions;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.RankTrace.StepWindow;
import org.junit.jupiter.api.Test;

/**
 * Steps of recordings whose GPU runs behind the host, beside the host's marks and the steps that PyTorch's own view of a
 * profile shows (pytorch/kineto, tb_plugin, event_parser.py, StepParser): a step there begins with its mark, or when the
 * previous one ends if that is later, and ends with its mark, or with the last work launched in it if that is later.
 */
class ProfilerStepsTest {
    /** What was read from one rank: its marks, and each piece of GPU work with the step that launched it. */
    private static final class Job {
        private final RankTrace rank;
        private final DeviceTrace trace;
        private final List<StepWindow> marks;
        private final int[] stepOf;
        private final long[] last;

        Job(Path dir, int rank) {
            this.rank = TraceLoader.load(List.of(dir), LoadOptions.defaults(), Progress.ambient()).ranks().stream()
                    .filter(r -> r.rank() == rank)
                    .findFirst()
                    .orElseThrow();
            trace = this.rank.device();
            marks = this.rank.steps();
            stepOf = new int[trace.size()];
            last = new long[marks.size()];
            Arrays.fill(stepOf, -1);
            Map<Long, Integer> calls = new HashMap<>();
            for (int i = 0; i < trace.size(); i++) {
                if (trace.kind(i) == EventKind.RUNTIME && trace.correlation(i) != DeviceTrace.NONE) {
                    calls.put(trace.correlation(i), i);
                }
            }
            for (int i = 0; i < trace.size(); i++) {
                Integer call = trace.kind(i).isGpuWork() ? calls.get(trace.correlation(i)) : null;
                for (int step = 0; call != null && step < marks.size(); step++) {
                    long at = trace.startNanos(call);
                    if (at >= marks.get(step).startNanos()
                            && at < marks.get(step).endNanos()) {
                        stepOf[i] = step;
                        last[step] = Math.max(last[step], trace.endNanos(i));
                    }
                }
            }
        }

        /** PyTorch's steps. */
        List<StepWindow> pytorch() {
            List<StepWindow> steps = new ArrayList<>();
            long before = marks.get(0).startNanos();
            for (int step = 0; step < marks.size(); step++) {
                StepWindow mark = marks.get(step);
                long from = Math.max(before, mark.startNanos());
                before = Math.max(from, Math.max(mark.endNanos(), last[step]));
                steps.add(new StepWindow(mark.number(), from, before));
            }
            return steps;
        }

        /** The fraction of the GPU time of all steps that lies in the step that launched it. */
        double placed(List<StepWindow> steps) {
            long inside = 0;
            long all = 0;
            for (int i = 0; i < trace.size(); i++) {
                if (stepOf[i] >= 0) {
                    StepWindow step = steps.get(stepOf[i]);
                    all += trace.durationNanos(i);
                    inside += Math.max(
                            0,
                            Math.min(trace.endNanos(i), step.endNanos())
                                    - Math.max(trace.startNanos(i), step.startNanos()));
                }
            }
            return inside / (double) all;
        }
    }

    /** Lengths in ms, rounded to us. */
    private static List<Double> lengths(List<StepWindow> steps) {
        return steps.stream()
                .map(step -> (step.endNanos() - step.startNanos()) / 1000 / 1e3)
                .toList();
    }

    /** A public MI300 recording whose first step begins on the GPU 13 ms after it has ended on the host: the same steps. */
    @Test
    void aGpuTwoStepsBehindHasThePytorchStepsAndNotThoseOfTheHost() {
        Job job = new Job(Shared.dir("corpus", "pub_mi300_resnet_ckpt_rank0of8"), 0);
        List<StepWindow> steps = StepWindows.of(job.rank).steps();
        assertThat(lengths(steps)).containsExactly(18.980, 18.982, 18.554);
        assertThat(lengths(job.marks)).containsExactly(16.798, 15.950, 15.887);
        assertThat(job.placed(job.marks)).isZero();
        assertThat(job.placed(steps)).isEqualTo(1);
        assertThat(job.placed(job.pytorch())).isEqualTo(1);
    }

    /** Streams are not equally late: copies run at once, layers 150 ms later. */
    @Test
    void aStreamThatKeepsUpDoesNotPutTheWorkOfOthersIntoTheNextStep() {
        Job job = new Job(Shared.dir("corpus", "pub_hta_a100_16ranks_rank0"), 0);
        List<StepWindow> steps = StepWindows.of(job.rank).steps();
        List<StepWindow> pytorch = job.pytorch();
        assertThat(lengths(steps)).containsExactly(216.288, 215.569, 216.516, 216.212, 212.515);
        for (int step = 1; step < 5; step++) {
            assertThat(steps.get(step).startNanos()).isCloseTo(pytorch.get(step).startNanos(), within(10_000L));
        }
        assertThat(job.placed(job.marks)).isLessThan(0.23);
        assertThat(job.placed(steps))
                .isCloseTo(job.placed(pytorch), within(0.02))
                .isGreaterThan(0.94);
    }

    /** Marks of the host differ by a factor of two, as it waits in one step and runs ahead in another; the GPU's do not. */
    @Test
    void stepsOfAGpuAreAsLongAsOneAnotherWhereThoseOfTheHostAreNot() {
        Job job = new Job(Shared.dir("corpus", "pub_hta_v100_rank1of2_graphs"), 1);
        List<StepWindow> steps = StepWindows.of(job.rank).steps();
        assertThat(lengths(steps)).allMatch(ms -> ms > 115 && ms < 123);
        assertThat(lengths(job.marks)).anyMatch(ms -> ms < 82).anyMatch(ms -> ms > 166);
        assertThat(job.placed(job.marks)).isLessThan(0.71);
        assertThat(job.placed(steps)).isGreaterThan(0.93);
    }

    /** Each step ends at the first work of the next, PyTorch's at the last of its own: they differ by the idle time between. */
    @Test
    void stepsEndWhereTheNextBegins() {
        Job job = new Job(Path.of("data/gpt-1-h200"), 0);
        List<StepWindow> steps = StepWindows.of(job.rank).steps();
        List<StepWindow> pytorch = job.pytorch();
        assertThat(job.placed(steps)).isEqualTo(1);
        assertThat(job.placed(job.marks)).isLessThan(0.95);
        for (int step = 0; step + 1 < steps.size(); step++) {
            long from = pytorch.get(step).endNanos();
            long to = steps.get(step).endNanos();
            assertThat(to)
                    .isGreaterThanOrEqualTo(from)
                    .isEqualTo(steps.get(step + 1).startNanos());
            for (int i = 0; i < job.trace.size(); i++) {
                if (job.trace.kind(i).isGpuWork()) {
                    assertThat(job.trace.endNanos(i) <= from || job.trace.startNanos(i) >= to)
                            .as("idle between the steps")
                            .isTrue();
                }
            }
        }
    }
}
