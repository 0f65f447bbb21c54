// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.assertj.core.data.Offset;
import org.etude.spec.PipelineSchedule;
import org.etude.spec.WorkloadException;
import org.junit.jupiter.api.Test;

class PipelineTest {
    @Test
    void gPipeGoesForthAndThenBackFromTheLast() {
        assertThat(text(new Pipeline(PipelineSchedule.GPIPE, 2, 1, 3), 1)).isEqualTo("F0 F1 F2 B2 B1 B0");
    }

    /** Narayanan et al. 2021, figure 4: four stages, eight micro batches. */
    @Test
    void oneForwardOneBackwardIsThatOfThePaper() {
        Pipeline pipeline = Pipeline.of(4, 8);
        assertThat(text(pipeline, 0)).isEqualTo("F0 F1 F2 F3 B0 F4 B1 F5 B2 F6 B3 F7 B4 B5 B6 B7");
        assertThat(text(pipeline, 3)).isEqualTo("F0 B0 F1 B1 F2 B2 F3 B3 F4 B4 F5 B5 F6 B6 F7 B7");
    }

    /** Narayanan et al. 2021, figure 4, bottom: two chunks per stage; small letters are the second chunk. */
    @Test
    void interleavedIsThatOfThePaper() {
        Pipeline pipeline = new Pipeline(PipelineSchedule.INTERLEAVED, 4, 2, 8);
        assertThat(text(pipeline, 0))
                .startsWith("F0 F1 F2 F3 f0 f1 f2 f3 F4 F5 F6 b0 F7 b1 f4 b2 f5 b3 f6 B0 f7 B1")
                .endsWith("B4 B5 B6 B7");
        assertThat(text(pipeline, 3)).startsWith("F0 F1 F2 F3 f0 b0 f1 b1 f2 b2 f3 b3 F4 B0 F5 B1");
    }

    /** Qi et al. 2024, figure 2: four stages, eight micro batches; gradients of weights wait as many micro batches as stages before. */
    @Test
    void zeroBubblePutsGradientsOfWeightsOff() {
        Pipeline pipeline = new Pipeline(PipelineSchedule.ZERO_BUBBLE, 4, 1, 5);
        assertThat(text(pipeline, 0)).isEqualTo("F0 F1 F2 F3 I0 W0 F4 I1 W1 I2 W2 I3 W3 I4 W4");
        assertThat(text(pipeline, 3)).isEqualTo("F0 I0 F1 I1 F2 I2 F3 I3 W0 F4 I4 W1 W2 W3 W4");
        assertThat(pipeline.bubble()).isCloseTo(3.0 / 5 / 3, Offset.offset(1e-12));
    }

    /**
     * DeepSeek-V3 technical report, figure 5: 8 stages and 20 micro batches, of which 0 to 9 enter at the first stage and 10 to 19 at the
     * last; a plus joins a forward pass and the backward pass that it runs next to.
     */
    @Test
    void dualPipeIsThatOfThePaper() {
        Pipeline pipeline = new Pipeline(PipelineSchedule.DUAL_PIPE, 8, 2, 20);
        assertThat(text(pipeline, 0))
                .isEqualTo(
                        "F0 F1 F2 F3 F4 F5 F6 f10 i10 w10 f11 i11 w11 f12 i12 w12 f13 F7+b13 f14+B0 F8+b14 f15+B1 F9+b15"
                                + " f16+B2 b16 f17+B3 b17 f18+B4 b18 f19+B5 b19 I6 W6 I7 W7 I8 W8 I9 W9");
        assertThat(text(pipeline, 3)).startsWith("F0 f10 F1 f11 F2 f12 F3 f13 F4 b10 f14+B0 F5+b11 f15+B1");
        assertThat(pipeline.part(7, 1)).isZero();
        assertThat(pipeline.next(0, 0)).isEqualTo(1);
        assertThat(pipeline.next(7, 1)).isEqualTo(6);
        assertThat(pipeline.bubble()).isCloseTo(6 / 60.0, Offset.offset(1e-12));
    }

    /** Mirrored stages do the same to the same parts, so that their gradients go out in the same order. */
    @Property(tries = 50)
    void mirroredStagesOfDualPipeDoTheSame(
            @ForAll @IntRange(min = 1, max = 5) int half, @ForAll @IntRange(max = 10) int more) {
        Pipeline pipeline = new Pipeline(PipelineSchedule.DUAL_PIPE, 2 * half, 2, 2 * (2 * half + more));
        for (int stage = 0; stage < half; stage++) {
            int here = stage;
            int there = 2 * half - 1 - stage;
            assertThat(pipeline.turns(there).stream()
                            .map(turn -> turn.pass() + " " + pipeline.part(there, turn.chunk())))
                    .containsExactlyElementsOf(pipeline.turns(here).stream()
                            .map(turn -> turn.pass() + " " + pipeline.part(here, turn.chunk()))
                            .toList());
        }
    }

    /** The turning point of DualPipeV: the last stage holds two parts that follow each other. */
    @Test
    void dualPipeVTurnsRoundOnTheLastStage() {
        Pipeline pipeline = new Pipeline(PipelineSchedule.DUAL_PIPE_V, 4, 2, 8);
        assertThat(pipeline.parts()).isEqualTo(8);
        assertThat(List.of(pipeline.part(3, 0), pipeline.part(3, 1), pipeline.part(0, 1)))
                .containsExactly(3, 4, 7);
        assertThat(List.of(pipeline.next(3, 0), pipeline.next(3, 1), pipeline.previous(3, 1), pipeline.previous(0, 1)))
                .containsExactly(3, 2, 3, 1);
        assertThat(pipeline.endsTogether()).isTrue();
        assertThat(pipeline.bubble()).isEqualTo(3 / 24.0);
    }

    /** Megatron-Core starts each stage with one more forward pass, so that what runs together does not wait for each other. */
    @Test
    void mergedPassesAreOfUnlikeMicroBatches() {
        assertThat(text(new Pipeline(PipelineSchedule.ONE_F_ONE_B, 2, 1, 4, true), 1))
                .isEqualTo("F0 F1+B0 F2+B1 F3+B2 B3");
        assertThat(text(new Pipeline(PipelineSchedule.ONE_F_ONE_B, 2, 1, 4, true), 0))
                .isEqualTo("F0 F1 F2+B0 F3+B1 B2 B3");
        assertThatThrownBy(() -> new Pipeline(PipelineSchedule.GPIPE, 2, 1, 4, true))
                .hasMessageContaining("gpipe with passes that run next to each other");
    }

    @Test
    void fewMicroBatchesFitAnyPipeline() {
        assertThat(text(Pipeline.of(4, 2), 0)).isEqualTo("F0 F1 B0 B1");
        assertThat(text(new Pipeline(PipelineSchedule.INTERLEAVED, 4, 1, 3), 0)).isEqualTo("F0 F1 F2 B0 B1 B2");
    }

    @Test
    void whatASchedulesCannotDoIsRefused() {
        assertThatThrownBy(() -> new Pipeline(PipelineSchedule.GPIPE, 2, 2, 4)).hasMessageContaining("gpipe with 2");
        assertThatThrownBy(() -> new Pipeline(PipelineSchedule.INTERLEAVED, 4, 2, 6))
                .hasMessageContaining("4 stages has 6 micro batches");
        assertThatThrownBy(() -> new Pipeline(PipelineSchedule.INTERLEAVED, 1, 2, 4))
                .hasMessageContaining("one stage");
        assertThatThrownBy(() -> new Pipeline(PipelineSchedule.DUAL_PIPE, 3, 2, 6))
                .hasMessageContaining("dualpipe with 3 stages of 2 chunks and 6 micro batches");
        assertThatThrownBy(() -> new Pipeline(PipelineSchedule.DUAL_PIPE_V, 4, 2, 7))
                .hasMessageContaining("dualpipev with 4 stages");
        assertThatThrownBy(() -> Pipeline.of(1, 0)).hasMessageContaining("0 micro batches");
        assertThatThrownBy(() -> Pipeline.of(4, 300_000_000)).hasMessageContaining("must not exceed 1073741823");
    }

    @Test
    void theBubbleShrinksWithMicroBatchesAndChunks() {
        assertThat(Pipeline.of(8, 32).bubble()).isEqualTo(7.0 / 32);
        assertThat(new Pipeline(PipelineSchedule.INTERLEAVED, 8, 4, 32).bubble())
                .isEqualTo(7.0 / 128);
    }

    @Property(tries = 300)
    void everyMicroBatchGoesForthAndBackOnce(
            @ForAll PipelineSchedule schedule,
            @ForAll @IntRange(min = 1, max = 6) int stages,
            @ForAll @IntRange(min = 1, max = 4) int chunks,
            @ForAll @IntRange(min = 1, max = 20) int microBatches) {
        Pipeline pipeline = pipeline(schedule, stages, chunks, microBatches);
        for (int stage = 0; stage < pipeline.stages(); stage++) {
            Set<Turn> seen = new HashSet<>();
            for (Turn turn : pipeline.turns(stage)) {
                assertThat(seen.add(turn)).as("%s once", turn).isTrue();
                Turn forward = new Turn(true, turn.microBatch(), turn.chunk());
                Turn merged = new Turn(Pass.FORWARD, turn.microBatch(), turn.chunk(), true);
                assertThat(turn.forward() || seen.contains(forward) || seen.contains(merged))
                        .as("%s after its forward pass", turn)
                        .isTrue();
            }
            int split = count(seen, Pass.INPUTS);
            assertThat(count(seen, Pass.WEIGHTS)).isEqualTo(split);
            int chunksOfAll = pipeline.mirrored() ? 1 : pipeline.chunks();
            assertThat(count(seen, Pass.FORWARD)).isEqualTo(chunksOfAll * pipeline.microBatches());
            assertThat(count(seen, Pass.BACKWARD) + split).isEqualTo(count(seen, Pass.FORWARD));
            assertThat(split).isEqualTo(splits(pipeline, stage));
        }
    }

    private static int count(Set<Turn> turns, Pass pass) {
        return (int) turns.stream().filter(turn -> turn.pass() == pass).count();
    }

    /** Backward passes in two halves: all in ZB-H1, in DualPipe 2 h - r - 1 of position r of h. */
    private static int splits(Pipeline pipeline, int stage) {
        if (pipeline.schedule() == PipelineSchedule.ZERO_BUBBLE) {
            return pipeline.microBatches();
        }
        if (!pipeline.schedule().isDual()) {
            return 0;
        }
        int half = pipeline.mirrored() ? pipeline.stages() / 2 : pipeline.stages();
        int position = pipeline.mirrored() ? Math.min(stage, pipeline.stages() - 1 - stage) : stage;
        return 2 * half - position - 1;
    }

    @Property(tries = 300)
    void stagesNeverWaitForEachOtherInACycle(
            @ForAll PipelineSchedule schedule,
            @ForAll boolean merges,
            @ForAll @IntRange(min = 1, max = 6) int stages,
            @ForAll @IntRange(min = 1, max = 4) int chunks,
            @ForAll @IntRange(min = 1, max = 20) int microBatches) {
        Pipeline pipeline = merging(pipeline(schedule, stages, chunks, microBatches), merges);
        List<List<Turn>> left = new ArrayList<>();
        for (int stage = 0; stage < pipeline.stages(); stage++) {
            left.add(new ArrayList<>(pipeline.turns(stage)));
        }
        Set<String> done = new HashSet<>();
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int stage = 0; stage < pipeline.stages(); stage++) {
                moved |= advance(pipeline, stage, left.get(stage), done);
            }
        }
        assertThat(left).allMatch(List::isEmpty);
    }

    /** Merged passes start together, when both can, and end together. */
    private static boolean advance(Pipeline pipeline, int stage, List<Turn> left, Set<String> done) {
        boolean moved = false;
        while (!left.isEmpty()) {
            List<Turn> together = List.copyOf(left.subList(0, left.get(0).merged() ? 2 : 1));
            if (!together.stream().allMatch(turn -> canRun(pipeline, stage, turn, done))) {
                break;
            }
            together.forEach(
                    turn -> done.add(key(turn.forward(), pipeline.part(stage, turn.chunk()), turn.microBatch())));
            left.subList(0, together.size()).clear();
            moved = true;
        }
        return moved;
    }

    private static Pipeline merging(Pipeline pipeline, boolean merges) {
        boolean can = pipeline.schedule() == PipelineSchedule.ONE_F_ONE_B
                || pipeline.schedule() == PipelineSchedule.INTERLEAVED;
        return new Pipeline(
                pipeline.schedule(), pipeline.stages(), pipeline.chunks(), pipeline.microBatches(), merges && can);
    }

    private static boolean canRun(Pipeline pipeline, int stage, Turn turn, Set<String> done) {
        int part = pipeline.part(stage, turn.chunk());
        if (turn.pass() == Pass.WEIGHTS) {
            return done.contains(key(false, part, turn.microBatch()));
        }
        if (turn.forward()) {
            return part == 0 || done.contains(key(true, part - 1, turn.microBatch()));
        }
        return part == pipeline.parts() - 1 || done.contains(key(false, part + 1, turn.microBatch()));
    }

    private static String key(boolean forward, int part, int microBatch) {
        return forward + " " + part + " " + microBatch;
    }

    /** GPipe keeps all; ZB-H1 as many as there are stages; DualPipe one more, DualPipeV one more than parts (DeepSeek-V3, table 2); 1F1B as many as stages follow and itself; Narayanan et al. 2021, section 2.2.2, with chunks. */
    @Property(tries = 300)
    void asManyActivationsWaitAsPublished(
            @ForAll PipelineSchedule schedule,
            @ForAll @IntRange(min = 1, max = 6) int stages,
            @ForAll @IntRange(min = 1, max = 4) int chunks,
            @ForAll @IntRange(min = 1, max = 20) int microBatches) {
        Pipeline pipeline = pipeline(schedule, stages, chunks, microBatches);
        int all = pipeline.microBatches() * pipeline.chunks();
        for (int stage = 0; stage < pipeline.stages(); stage++) {
            int expected =
                    switch (schedule) {
                        case GPIPE -> all;
                        case ONE_F_ONE_B -> Math.min(all, stages - stage);
                        case ZERO_BUBBLE -> Math.min(all, stages);
                        case DUAL_PIPE -> pipeline.stages() + 1;
                        case DUAL_PIPE_V -> 2 * pipeline.stages() + 1;
                        case INTERLEAVED ->
                            pipeline.chunks() == 1
                                    ? Math.min(all, stages - stage)
                                    : Math.min(all, 2 * (stages - stage - 1) + (pipeline.chunks() - 1) * stages + 1);
                    };
            assertThat(pipeline.inFlight(stage)).isEqualTo(expected);
        }
    }

    /** What a stage keeps at most does not grow with the micro batches once it runs steadily, whatever its chunks keep. */
    @Property(tries = 200)
    void shortPipelinesKeepAsMuchAsLongOnes(
            @ForAll PipelineSchedule schedule,
            @ForAll boolean merges,
            @ForAll @IntRange(min = 1, max = 6) int stages,
            @ForAll @IntRange(min = 1, max = 4) int chunks,
            @ForAll @IntRange(min = 1, max = 80) int microBatches,
            @ForAll @Size(4) List<@IntRange(max = 9) Integer> sizes) {
        Pipeline pipeline = merging(pipeline(schedule, stages, chunks, microBatches), merges);
        double[] kept = new double[pipeline.chunks()];
        for (int chunk = 0; chunk < kept.length; chunk++) {
            kept[chunk] = sizes.get(chunk);
        }
        for (int stage = 0; stage < pipeline.stages(); stage++) {
            double most = 0;
            double now = 0;
            for (Turn turn : pipeline.turns(stage)) {
                now += turn.forward() ? kept[turn.chunk()] : turn.ends() ? -kept[turn.chunk()] : 0;
                most = Math.max(most, now);
            }
            assertThat(pipeline.mostKept(stage, kept)).isEqualTo(most);
        }
    }

    /** A pipeline of about these sizes that the schedule can do. */
    private static Pipeline pipeline(PipelineSchedule schedule, int stages, int chunks, int microBatches) {
        if (schedule.isDual()) {
            int even = schedule.isBidirectional() ? 2 * stages : stages;
            return new Pipeline(schedule, even, 2, 2 * (even + microBatches - 1));
        }
        boolean several = schedule == PipelineSchedule.INTERLEAVED && stages > 1;
        return several
                ? new Pipeline(schedule, stages, chunks, (microBatches + stages - 1) / stages * stages)
                : new Pipeline(schedule, stages, 1, microBatches);
    }

    private static String text(Pipeline pipeline, int stage) {
        StringBuilder text = new StringBuilder();
        for (Turn turn : pipeline.turns(stage)) {
            text.append(letter(turn)).append(turn.microBatch()).append(turn.merged() ? "+" : " ");
        }
        return text.toString().strip();
    }

    private static String letter(Turn turn) {
        String letter =
                switch (turn.pass()) {
                    case FORWARD -> "F";
                    case BACKWARD -> "B";
                    case INPUTS -> "I";
                    default -> "W";
                };
        return turn.chunk() == 0 ? letter : letter.toLowerCase(Locale.ROOT);
    }

    @Test
    void schedulesAreReadByTheirWords() {
        for (PipelineSchedule schedule : PipelineSchedule.values()) {
            assertThat(PipelineSchedule.named(schedule.toString().toUpperCase(Locale.ROOT)))
                    .isEqualTo(schedule);
        }
        assertThat(PipelineSchedule.named("1f1b")).isEqualTo(PipelineSchedule.ONE_F_ONE_B);
        assertThatThrownBy(() -> PipelineSchedule.named("1b1f"))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("'1b1f'")
                .hasMessageContaining("gpipe, 1f1b, interleaved, zb-h1, dualpipe or dualpipev");
    }
}
