package org.etude.workload.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.workload.scale.WorkloadException;
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

    /** Narayanan et al. 2021, figure 4 below: two chunks a stage; small letters are the second chunk. */
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
        assertThat(text(pipeline, 0)).isEqualTo("F0 F1 F2 F3 B0 W0 F4 B1 W1 B2 W2 B3 W3 B4 W4");
        assertThat(text(pipeline, 3)).isEqualTo("F0 B0 F1 B1 F2 B2 F3 B3 W0 F4 B4 W1 W2 W3 W4");
        assertThat(pipeline.bubble()).isCloseTo(3.0 / 5 / 3, org.assertj.core.data.Offset.offset(1e-12));
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
        for (int stage = 0; stage < stages; stage++) {
            Set<Turn> seen = new HashSet<>();
            for (Turn turn : pipeline.turns(stage)) {
                assertThat(seen.add(turn)).as("%s once", turn).isTrue();
                assertThat(turn.forward() || seen.contains(new Turn(true, turn.microBatch(), turn.chunk())))
                        .as("%s after its forward pass", turn)
                        .isTrue();
            }
            int passes = schedule == PipelineSchedule.ZERO_BUBBLE ? 3 : 2;
            assertThat(seen).hasSize(passes * pipeline.chunks() * pipeline.microBatches());
        }
    }

    @Property(tries = 300)
    void stagesNeverWaitForEachOtherInACircle(
            @ForAll PipelineSchedule schedule,
            @ForAll @IntRange(min = 1, max = 6) int stages,
            @ForAll @IntRange(min = 1, max = 4) int chunks,
            @ForAll @IntRange(min = 1, max = 20) int microBatches) {
        Pipeline pipeline = pipeline(schedule, stages, chunks, microBatches);
        List<List<Turn>> left = new ArrayList<>();
        for (int stage = 0; stage < stages; stage++) {
            left.add(new ArrayList<>(pipeline.turns(stage)));
        }
        Set<String> done = new HashSet<>();
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int stage = 0; stage < stages; stage++) {
                while (!left.get(stage).isEmpty()
                        && canRun(pipeline, stage, left.get(stage).get(0), done)) {
                    Turn turn = left.get(stage).remove(0);
                    done.add(key(turn.forward(), pipeline.part(stage, turn.chunk()), turn.microBatch()));
                    moved = true;
                }
            }
        }
        assertThat(left).allMatch(List::isEmpty);
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

    /** GPipe keeps all; ZB-H1 as many as there are stages; 1F1B as many as stages follow and itself; Narayanan et al. 2021, section 2.2.2, with chunks. */
    @Property(tries = 300)
    void asManyActivationsWaitAsPublished(
            @ForAll PipelineSchedule schedule,
            @ForAll @IntRange(min = 1, max = 6) int stages,
            @ForAll @IntRange(min = 1, max = 4) int chunks,
            @ForAll @IntRange(min = 1, max = 20) int microBatches) {
        Pipeline pipeline = pipeline(schedule, stages, chunks, microBatches);
        int all = pipeline.microBatches() * pipeline.chunks();
        for (int stage = 0; stage < stages; stage++) {
            int expected =
                    switch (schedule) {
                        case GPIPE -> all;
                        case ONE_F_ONE_B -> Math.min(all, stages - stage);
                        case ZERO_BUBBLE -> Math.min(all, stages);
                        case INTERLEAVED ->
                            pipeline.chunks() == 1
                                    ? Math.min(all, stages - stage)
                                    : Math.min(all, 2 * (stages - stage - 1) + (pipeline.chunks() - 1) * stages + 1);
                    };
            assertThat(pipeline.inFlight(stage)).isEqualTo(expected);
        }
    }

    /** A pipeline of about these sizes that the schedule can do. */
    private static Pipeline pipeline(PipelineSchedule schedule, int stages, int chunks, int microBatches) {
        boolean several = schedule == PipelineSchedule.INTERLEAVED && stages > 1;
        return several
                ? new Pipeline(schedule, stages, chunks, (microBatches + stages - 1) / stages * stages)
                : new Pipeline(schedule, stages, 1, microBatches);
    }

    private static String text(Pipeline pipeline, int stage) {
        return pipeline.turns(stage).stream()
                .map(turn -> letter(turn) + turn.microBatch())
                .collect(Collectors.joining(" "));
    }

    private static String letter(Turn turn) {
        String letter = turn.forward() ? "F" : turn.pass() == Pass.WEIGHTS ? "W" : "B";
        return turn.chunk() == 0 ? letter : letter.toLowerCase(java.util.Locale.ROOT);
    }

    @Test
    void schedulesAreReadByTheirWords() {
        for (PipelineSchedule schedule : PipelineSchedule.values()) {
            assertThat(PipelineSchedule.named(schedule.toString().toUpperCase(java.util.Locale.ROOT)))
                    .isEqualTo(schedule);
        }
        assertThat(PipelineSchedule.named("1f1b")).isEqualTo(PipelineSchedule.ONE_F_ONE_B);
        assertThatThrownBy(() -> PipelineSchedule.named("1b1f"))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("'1b1f'")
                .hasMessageContaining("gpipe, 1f1b, interleaved or zb-h1");
    }
}
