package org.etude.workload.parallel;

import java.util.ArrayList;
import java.util.List;
import org.etude.workload.scale.WorkloadException;

/** In which order a stage works on micro batches. */
public enum PipelineSchedule {
    /** All forward passes, then all backward passes, the last micro batch first (Huang et al. 2019, figure 2c). */
    GPIPE("gpipe"),
    /**
     * As few forward passes as fill the pipeline, then one backward and one forward pass in turn (PipeDream-flush; Narayanan
     * et al. 2021, section 2.2.1).
     */
    ONE_F_ONE_B("1f1b"),
    /**
     * The same with several chunks of layers a stage, so that the pipeline fills in steps of a chunk (Narayanan et al. 2021,
     * section 2.2.2).
     */
    INTERLEAVED("interleaved"),
    /**
     * One forward and one backward pass in turn, with gradients of weights put off so that they fill the pipeline's draining, and as
     * many activations as 1f1b on the first stage (ZB-H1; Qi et al., Zero bubble pipeline parallelism, 2024, section 2.1).
     */
    ZERO_BUBBLE("zb-h1"),
    /**
     * Micro batches enter at both ends; each stage holds a part of the layers for either direction, so parameters are held twice
     * (DeepSeek-AI, DeepSeek-V3 technical report, 2024, section 3.2.1; {@link DualPipeOrder}).
     */
    DUAL_PIPE("dualpipe"),
    /**
     * The same cut in half: a stage holds one part of the way there and one of the way back, and parameters are held once (Qi et al.,
     * Pipeline parallelism with controllable memory, 2024; DeepSeek-AI, DualPipe and DualPipeV, 2025).
     */
    DUAL_PIPE_V("dualpipev");

    private static final String WORDS = "gpipe, 1f1b, interleaved, zb-h1, dualpipe or dualpipev";

    private final String word;

    PipelineSchedule(String word) {
        this.word = word;
    }

    /**
     * The schedule of a word: gpipe, 1f1b, interleaved, zb-h1, dualpipe or dualpipev.
     *
     * @throws WorkloadException when there is none
     */
    public static PipelineSchedule named(String word) {
        for (PipelineSchedule schedule : values()) {
            if (schedule.word.equalsIgnoreCase(word)) {
                return schedule;
            }
        }
        throw new WorkloadException("there is no pipeline schedule '" + word + "'", "Give " + WORDS + ".");
    }

    @Override
    public String toString() {
        return word;
    }

    /** Whether micro batches enter at both ends. */
    public boolean isBidirectional() {
        return this == DUAL_PIPE;
    }

    /** Whether a stage has two chunks that micro batches go through in opposite directions. */
    public boolean isDual() {
        return this == DUAL_PIPE || this == DUAL_PIPE_V;
    }

    /** Whether gradients of weights come later than those of inputs, at least for some micro batches. */
    public boolean splitsBackward() {
        return this == ZERO_BUBBLE || isDual();
    }

    /** The passes of a stage in order. */
    List<Turn> turns(Pipeline pipeline, int stage) {
        if (isDual()) {
            return DualPipeOrder.of(pipeline, stage);
        }
        if (this == ZERO_BUBBLE) {
            return split(pipeline, stage);
        }
        int total = pipeline.microBatches() * pipeline.chunks();
        int ahead = Math.min(total, ahead(pipeline, stage));
        List<Turn> turns = new ArrayList<>(2 * total);
        for (int k = 0; k < ahead; k++) {
            turns.add(forward(pipeline, k));
        }
        for (int k = ahead; k < total; k++) {
            Turn forward = forward(pipeline, k);
            turns.add(new Turn(Pass.FORWARD, forward.microBatch(), forward.chunk(), pipeline.merges()));
            turns.add(backward(pipeline, k - ahead));
        }
        for (int k = total - ahead; k < total; k++) {
            turns.add(backward(pipeline, k));
        }
        return turns;
    }

    /** Stage s puts gradients of weights off by s micro batches, as many as 1f1b holds fewer there than on the first stage. */
    private List<Turn> split(Pipeline pipeline, int stage) {
        int micros = pipeline.microBatches();
        int ahead = Math.min(micros, ahead(pipeline, stage));
        List<Turn> turns = new ArrayList<>(3 * micros);
        for (int k = 0; k < ahead; k++) {
            turns.add(new Turn(Pass.FORWARD, k, 0));
        }
        for (int k = 0; k < micros + stage; k++) {
            if (k + ahead < micros) {
                turns.add(new Turn(Pass.FORWARD, k + ahead, 0));
            }
            if (k < micros) {
                turns.add(new Turn(Pass.INPUTS, k, 0));
            }
            if (k >= stage) {
                turns.add(new Turn(Pass.WEIGHTS, k - stage, 0));
            }
        }
        return turns;
    }

    /** Forward passes before the first backward pass, without the one that it follows at once. */
    private int ahead(Pipeline pipeline, int stage) {
        // A pass that runs next to another cannot be the one that this one waits for.
        int behind = pipeline.stages() - 1 - stage;
        int apart = pipeline.merges() ? 1 : 0;
        return switch (this) {
            case GPIPE -> pipeline.microBatches();
            case INTERLEAVED -> 2 * behind + (pipeline.chunks() - 1) * pipeline.stages() + apart;
            default -> behind + apart;
        };
    }

    private static Turn forward(Pipeline pipeline, int k) {
        return new Turn(true, microBatch(pipeline, k), chunk(pipeline, k));
    }

    private Turn backward(Pipeline pipeline, int k) {
        if (this == GPIPE) {
            return new Turn(false, pipeline.microBatches() - 1 - k, 0);
        }
        return new Turn(false, microBatch(pipeline, k), pipeline.chunks() - 1 - chunk(pipeline, k));
    }

    /** Micro batches go through all chunks in batches of as many as there are stages. */
    private static int microBatch(Pipeline pipeline, int k) {
        int batch = pipeline.stages() * pipeline.chunks();
        return pipeline.chunks() == 1 ? k : k / batch * pipeline.stages() + k % pipeline.stages();
    }

    private static int chunk(Pipeline pipeline, int k) {
        return k % (pipeline.stages() * pipeline.chunks()) / pipeline.stages() % pipeline.chunks();
    }
}
