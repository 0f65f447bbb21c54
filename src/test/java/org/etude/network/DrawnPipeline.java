// SPDX-License-Identifier: Apache-2.0
package org.etude.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.etude.network.DrawnJob.Group;
import org.etude.network.DrawnJob.Message;
import org.etude.network.DrawnJob.Net;
import org.etude.network.DrawnJob.Style;
import org.etude.network.DrawnJob.Work;

/**
 * A job drawn by a number whose ranks send and receive in groups, one kernel per group: the stages of a pipeline, of which
 * each follows its own schedule of one forward and one backward pass in turn, or the ranks of a ring, which pass keys and
 * values on while they compute.
 */
final class DrawnPipeline {
    private static final int COMPUTE = 7;
    private static final int COMM = 20;
    private static final int RECEIVED = 900;
    private static final int GRADIENT = 950;

    private final Random random;
    private final int world;
    private final int passes;
    private final int steps;
    private final double kernel;
    private final double pace;
    /** Whether the host waits for the GPU behind each group, as Megatron-LM does by default. */
    private final boolean synchronises;

    private final boolean oneEnd;
    private final Style style;
    private final Group group;
    private final DrawnJob job;

    private DrawnPipeline(long seed, Net net, boolean oneEnd) {
        this.oneEnd = oneEnd;
        random = new Random(seed * 7919 + 5);
        world = 2 + random.nextInt(3);
        passes = 3 + random.nextInt(4);
        steps = 3;
        kernel = new double[] {60, 200, 800}[random.nextInt(3)];
        pace = new double[] {12, 40}[random.nextInt(2)];
        synchronises = random.nextBoolean();
        group = new Group("0", IntStream.range(0, world).toArray());
        boolean hip = random.nextInt(3) == 0;
        // Tensors of an execution trace would state the sizes.
        style = new Style(hip, random.nextInt(3) != 0 && !oneEnd, true);
        job = new DrawnJob(world, style, Map.of("0", group), net);
    }

    /** Stages of a pipeline. */
    static DrawnPipeline stages(long seed, Net net) {
        return stages(new DrawnPipeline(seed, net, false));
    }

    /** Stages of a pipeline, where one end of most messages does not state their sizes. */
    static DrawnPipeline stagesWithSizesOfOneEnd(long seed, Net net) {
        return stages(new DrawnPipeline(seed, net, true));
    }

    private static DrawnPipeline stages(DrawnPipeline drawn) {
        for (int step = 1; step <= drawn.steps; step++) {
            for (int rank = 0; rank < drawn.world; rank++) {
                drawn.begin(rank, step);
                drawn.stage(rank);
                drawn.end(rank, step);
            }
        }
        return drawn;
    }

    /** Ranks of a ring. */
    static DrawnPipeline ring(long seed, Net net) {
        return ring(new DrawnPipeline(seed, net, false));
    }

    /** Ranks of a ring, where one end of most messages does not state their sizes. */
    static DrawnPipeline ringWithSizesOfOneEnd(long seed, Net net) {
        return ring(new DrawnPipeline(seed, net, true));
    }

    private static DrawnPipeline ring(DrawnPipeline drawn) {
        for (int step = 1; step <= drawn.steps; step++) {
            for (int rank = 0; rank < drawn.world; rank++) {
                drawn.begin(rank, step);
                drawn.around(rank);
                drawn.end(rank, step);
            }
        }
        return drawn;
    }

    @Override
    public String toString() {
        return world + " ranks, " + passes + " passes, kernel " + kernel + ", host " + pace + ", " + style
                + (synchronises ? ", synchronises" : "");
    }

    DrawnJob job() {
        return job;
    }

    double[] begins() {
        double[] begins = new double[world];
        Arrays.setAll(begins, r -> 100 + 40 * random.nextDouble());
        return begins;
    }

    private void begin(int rank, int step) {
        job.add(rank, host -> {
            host.begin(step);
            return true;
        });
    }

    private void end(int rank, int step) {
        kernel(rank, kernel, 8_000);
        waits(rank);
        job.add(rank, host -> {
            host.end(step);
            return true;
        });
    }

    private void waits(int rank) {
        job.add(rank, host -> host.blocks("DeviceSynchronize", new ArrayList<>(host.last.values())));
    }

    /** The schedule of a stage: forward passes until the last stage can begin, then backward and forward in turn. */
    private void stage(int rank) {
        int ahead = Math.min(world - 1 - rank, passes);
        for (int pass = 0; pass < ahead; pass++) {
            group(rank, false, rank - 1, RECEIVED);
            forward(rank);
            group(rank, true, rank + 1, RECEIVED);
        }
        if (ahead < passes) {
            group(rank, false, rank - 1, RECEIVED);
        }
        for (int pass = ahead; pass < passes; pass++) {
            forward(rank);
            exchange(rank, rank + 1, GRADIENT);
            backward(rank);
            if (pass == passes - 1) {
                group(rank, true, rank - 1, GRADIENT);
            } else {
                exchange(rank, rank - 1, RECEIVED);
            }
        }
        for (int pass = 0; pass < ahead; pass++) {
            group(rank, false, rank + 1, GRADIENT);
            backward(rank);
            group(rank, true, rank - 1, GRADIENT);
        }
    }

    private void forward(int rank) {
        kernel(rank, kernel, RECEIVED);
        kernel(rank, kernel, 8_000);
    }

    private void backward(int rank) {
        kernel(rank, 2 * kernel, GRADIENT);
        kernel(rank, 2 * kernel, 8_000);
    }

    /** A group of one send or receive, unless there is no such stage. */
    private void group(int rank, boolean sends, int peer, int storage) {
        if (peer >= 0 && peer < world) {
            await(rank, group(rank, List.of(message(sends, peer, size(1))), storage));
        }
    }

    /** Sends to a stage and receives from it in one group. */
    private void exchange(int rank, int peer, int storage) {
        if (peer >= 0 && peer < world) {
            List<Message> both = List.of(message(true, peer, size(1)), message(false, peer, size(1)));
            await(rank, group(rank, both, storage));
        }
    }

    /** Keys and values, of different sizes, go around the ring while a rank computes with those it has. */
    private void around(int rank) {
        int next = (rank + 1) % world;
        int previous = (rank + world - 1) % world;
        for (int pass = 0; pass < passes; pass++) {
            Work[] open = group(
                    rank,
                    List.of(
                            message(true, next, size(1)),
                            message(false, previous, size(1)),
                            message(true, next, size(0.5)),
                            message(false, previous, size(0.5))),
                    RECEIVED);
            kernel(rank, kernel * (1 + 0.1 * rank), 8_000);
            kernel(rank, kernel, 8_001);
            await(rank, open);
            kernel(rank, kernel / 2, RECEIVED);
        }
    }

    /** If only one end states sizes, senders state those of large messages and receivers the others. */
    private Message message(boolean sends, int peer, long elements) {
        return new Message(sends, peer, elements, !oneEnd || sends == (elements >= size(1)));
    }

    private long size(double megabytes) {
        return Math.round(megabytes * kernel * 1_000);
    }

    private void kernel(int rank, double micros, int reads) {
        double takes = micros * (1 + 0.03 * (2 * random.nextDouble() - 1));
        job.add(rank, host -> {
            host.op("aten::mm", pace, reads);
            host.launch(COMPUTE, "kernel", "mm_kernel", pace * 0.3).micros = takes;
            host.now += pace + 1;
            return true;
        });
    }

    /** A group of messages behind the computation so far; its kernel is launched when the group ends, by no call of its own. */
    private Work[] group(int rank, List<Message> messages, int storage) {
        Work[] launched = new Work[1];
        job.add(rank, host -> {
            host.waits(COMM, host.record(COMPUTE, 1), 3);
            host.now += 6;
            messages.forEach(message -> host.post(message, group, storage));
            launched[0] = host.launch(COMM, "kernel", "ncclDevKernel_SendRecv(x)", 4);
            host.carries(launched[0], messages, group);
            host.record(COMM, 11);
            host.now += 14;
            return true;
        });
        return launched;
    }

    private void await(int rank, Work[] launched) {
        job.add(rank, host -> {
            host.waits(COMPUTE, launched[0], 0);
            host.now += 3;
            return true;
        });
        if (synchronises) {
            waits(rank);
        }
    }
}
