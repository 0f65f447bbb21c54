// SPDX-License-Identifier: Apache-2.0
package org.etude.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.etude.network.DrawnJob.Group;
import org.etude.network.DrawnJob.Net;
import org.etude.network.DrawnJob.Style;
import org.etude.network.DrawnJob.Work;

/** A program drawn by a number: which parallelism, streams, waits and copies a training job has, and how long its kernels take. */
final class DrawnProgram {
    private static final int COMPUTE = 7;
    private static final int SIDE = 13;
    private static final int COPY_IN = 30;
    private static final int COPY_OUT = 31;

    /** How a step ends for the host. */
    enum Ending {
        ITEM,
        DEVICE,
        STREAM,
        EVENT,
        EVENT_BEFORE,
        NOTHING
    }

    /** What the gradients' reduction looks like. */
    enum Gradients {
        BUCKETS,
        SCATTERED,
        HIERARCHICAL,
        NONE
    }

    /** What is chosen once for a job. */
    record Choice(
            int world,
            Style style,
            Gradients gradients,
            boolean tensor,
            boolean gathers,
            boolean experts,
            boolean side,
            boolean copies,
            boolean ownThread,
            boolean norm,
            boolean late,
            boolean together,
            boolean lossItem,
            Ending ending,
            int layers,
            int steps,
            double kernel,
            double host,
            double jitter,
            double skew,
            Further further) {}

    /**
     * What a job may do besides.
     *
     * @param twins whether further communicators have the ranks of others
     * @param fetched whether the next step's batch is copied to the GPU during a step, which the next one waits for
     * @param logged whether a copy to the host is waited for by its event, long after it was started
     * @param rounds how often a step goes forward and backward before it reduces gradients
     * @param uneven whether the parts of all-to-alls differ
     */
    record Further(boolean twins, boolean fetched, boolean logged, int rounds, boolean uneven) {
        static final Further NONE = new Further(false, false, false, 1, false);

        static Further choose(Random r) {
            return new Further(
                    r.nextInt(2) == 0,
                    r.nextInt(3) == 0,
                    r.nextInt(3) == 0,
                    1 + r.nextInt(3) / 2 * 2,
                    r.nextInt(2) == 0);
        }
    }

    private final Random random;
    final Choice choice;
    private final Map<String, Group> groups = new LinkedHashMap<>();
    private final DrawnJob job;
    private final Map<Integer, Integer> storageOf = new HashMap<>();
    private int handles;
    private int fetched = -1;

    /** The program of a number, the same on every network. */
    DrawnProgram(long seed, Net net, LongFunction<Choice> choose) {
        random = new Random(seed * 7919 + 1);
        choice = choose.apply(seed);
        groups();
        job = new DrawnJob(choice.world, choice.style, groups, net);
        for (int step = 1; step <= choice.steps; step++) {
            step(step);
        }
    }

    DrawnJob job() {
        return job;
    }

    static Choice choose(long seed) {
        return choose(new Random(seed));
    }

    private static Choice choose(Random r) {
        int world = new int[] {2, 2, 3, 4, 4, 6, 8}[r.nextInt(7)];
        return new Choice(
                world,
                new Style(r.nextInt(3) == 0, r.nextInt(6) != 0, true),
                Gradients.values()[r.nextInt(4)],
                world % 2 == 0 && r.nextBoolean(),
                r.nextInt(3) == 0,
                r.nextInt(3) == 0,
                r.nextInt(3) == 0,
                r.nextInt(3) == 0,
                r.nextBoolean(),
                r.nextInt(3) == 0,
                r.nextBoolean(),
                r.nextBoolean(),
                r.nextInt(4) == 0,
                Ending.values()[r.nextInt(6)],
                3 + r.nextInt(5),
                3 + r.nextInt(2),
                new double[] {15, 60, 200, 800}[r.nextInt(4)],
                new double[] {12, 40, 100}[r.nextInt(3)],
                new double[] {0, 0.02, 0.05}[r.nextInt(3)],
                new double[] {0, 0.03, 0.3}[r.nextInt(3)],
                Further.NONE);
    }

    /** A job that does more besides. */
    static Choice chooseFurther(long seed) {
        Random r = new Random(seed);
        Choice c = choose(r);
        return new Choice(
                c.world,
                c.style,
                c.gradients,
                c.tensor,
                c.gathers,
                c.experts,
                c.side,
                c.copies,
                c.ownThread,
                c.norm,
                c.late,
                c.together,
                c.lossItem,
                c.ending,
                c.layers,
                c.steps,
                c.kernel,
                c.host,
                c.jitter,
                c.skew,
                Further.choose(r));
    }

    private void groups() {
        groups.put("0", new Group("0", IntStream.range(0, choice.world).toArray()));
        if (choice.further.twins) {
            groups.put(
                    "shards",
                    new Group("shards", IntStream.range(0, choice.world).toArray()));
        }
        if (choice.tensor) {
            for (int pair = 0; pair < choice.world / 2; pair++) {
                groups.put("tp" + pair, new Group("tp" + pair, 2 * pair, 2 * pair + 1));
                if (choice.further.twins) {
                    groups.put("cp" + pair, new Group("cp" + pair, 2 * pair, 2 * pair + 1));
                }
            }
            for (int side = 0; side < 2 && choice.world > 2; side++) {
                int first = side;
                groups.put(
                        "dp" + side,
                        new Group(
                                "dp" + side,
                                IntStream.range(0, choice.world / 2)
                                        .map(i -> 2 * i + first)
                                        .toArray()));
            }
        }
    }

    private Group group(String kind, int rank) {
        return groups.values().stream()
                .filter(g -> g.name().startsWith(kind) && g.place(rank) >= 0)
                .findFirst()
                .orElse(groups.get("0"));
    }

    /** A communicator has a stream. */
    private int streamOf(Group group) {
        return 20 + new ArrayList<>(groups.keySet()).indexOf(group.name());
    }

    private double jitter() {
        return 1 + choice.jitter * (2 * random.nextDouble() - 1);
    }

    private void kernel(int stream, double micros, int... reads) {
        String name = stream == COMPUTE ? "mm_kernel" : "norm_kernel";
        for (int r = 0; r < choice.world; r++) {
            double takes = micros * jitter() * (1 + choice.skew * r / choice.world);
            double pace = choice.host * jitter();
            int[] storages = reads.length == 0 ? new int[] {8_000 + r} : reads;
            job.add(r, host -> {
                host.op("aten::mm", pace, storages);
                host.launch(stream, "kernel", name, pace * 0.3).micros = takes;
                host.now += pace + 1;
                return true;
            });
        }
    }

    /** A collective behind the computation so far; its handle. */
    private int collective(String kind, String type, long elements, int storage) {
        int handle = handles++;
        storageOf.put(handle, storage);
        for (int r = 0; r < choice.world; r++) {
            Group group = group(kind, r);
            int stream = streamOf(group);
            job.add(r, host -> {
                host.op("c10d::" + type, 30, storage);
                host.waits(stream, host.record(COMPUTE, 3), 5);
                Work work = host.launch(stream, "kernel", "ncclDevKernel_" + type + "(x)", 9);
                host.joins(work, type, group, elements, parts(type, group, elements));
                host.record(stream, 16);
                host.handles.put(handle, work);
                host.now += 31;
                return true;
            });
        }
        return handle;
    }

    /** What each rank of a group sends to each in an all-to-all, in elements; null where all parts are equal. */
    private long[][] parts(String type, Group group, long elements) {
        if (!choice.further.uneven || !type.startsWith("alltoall")) {
            return null;
        }
        int n = group.members().length;
        long[][] parts = new long[n][n];
        for (int from = 0; from < n; from++) {
            for (int to = 0; to < n; to++) {
                parts[from][to] = elements / n * ((from + 2 * to) % 3) / 2;
            }
        }
        return parts;
    }

    private void await(int handle) {
        for (int r = 0; r < choice.world; r++) {
            job.add(r, host -> {
                host.waits(COMPUTE, host.handles.get(handle), 0);
                host.now += 3;
                return true;
            });
        }
    }

    /** Work of one stream waits for that of another. */
    private void between(int from, int to) {
        for (int r = 0; r < choice.world; r++) {
            job.add(r, host -> {
                host.waits(to, host.record(from, 0), 2);
                host.now += 4;
                return true;
            });
        }
    }

    /** A copy; its handle. */
    private int copy(int stream, String name, double micros) {
        int handle = handles++;
        for (int r = 0; r < choice.world; r++) {
            double takes = micros * jitter();
            job.add(r, host -> {
                host.op("aten::copy_", 14, 7_000 + stream);
                Work copy = host.launch(stream, "gpu_memcpy", name, 4);
                copy.micros = takes;
                host.handles.put(handle, copy);
                host.now += 15;
                return true;
            });
        }
        return handle;
    }

    /** A copy whose event is recorded at once, for who waits for it later. */
    private int recordedCopy(int stream, String name, double micros) {
        between(COMPUTE, stream);
        int handle = copy(stream, name, micros);
        for (int r = 0; r < choice.world; r++) {
            job.add(r, host -> {
                host.record(stream, 0);
                host.now += 2;
                return true;
            });
        }
        return handle;
    }

    /** A number is copied to the host, which waits for it. */
    private void item(int... reads) {
        Work[] copies = new Work[choice.world];
        for (int r = 0; r < choice.world; r++) {
            job.add(r, host -> {
                if (copies[host.rank] == null) {
                    host.op("aten::item", 8, reads);
                    copies[host.rank] = host.launch(COMPUTE, "gpu_memcpy", "Memcpy DtoH (Device -> Pageable)", 1);
                    copies[host.rank].micros = 2;
                    host.now += 9;
                }
                return host.blocks("StreamSynchronize", List.of(copies[host.rank]));
            });
        }
    }

    private void device() {
        for (int r = 0; r < choice.world; r++) {
            job.add(r, host -> host.blocks("DeviceSynchronize", new ArrayList<>(host.last.values())));
        }
    }

    private void stream() {
        for (int r = 0; r < choice.world; r++) {
            job.add(r, host -> host.blocks("StreamSynchronize", List.of(host.last.get(COMPUTE))));
        }
    }

    private void recordAs(int handle) {
        for (int r = 0; r < choice.world; r++) {
            job.add(r, host -> {
                host.handles.put(handle, host.record(COMPUTE, 0));
                host.now += 3;
                return true;
            });
        }
    }

    private void event(int handle) {
        for (int r = 0; r < choice.world; r++) {
            job.add(r, host -> host.blocks("EventSynchronize", List.of(host.handles.get(handle))));
        }
    }

    private void thread(int thread) {
        for (int r = 0; r < choice.world; r++) {
            job.add(r, host -> {
                host.now += 20;
                host.thread = thread;
                return true;
            });
        }
    }

    private void step(int step) {
        IntStream.range(0, choice.world)
                .forEach(r -> job.add(r, host -> {
                    host.begin(step);
                    return true;
                }));
        if (fetched >= 0) {
            await(fetched);
        }
        List<Integer> open = List.of();
        int logged = -1;
        for (int round = choice.further.rounds; round > 0; round--) {
            forward();
            if (choice.lossItem) {
                item();
            }
            if (choice.further.logged && round == 1) {
                logged = recordedCopy(COPY_OUT, "Memcpy DtoH (Device -> Pinned)", choice.kernel);
            }
            if (choice.further.fetched && round == 1) {
                fetched = recordedCopy(COPY_IN, "Memcpy HtoD (Pinned -> Device)", 5 * choice.kernel);
            }
            if (choice.ownThread) {
                thread(2);
            }
            open = backward(round == 1);
            if (choice.ownThread) {
                thread(1);
            }
        }
        if (logged >= 0) {
            event(logged);
        }
        finish(open);
        end(step);
        IntStream.range(0, choice.world)
                .forEach(r -> job.add(r, host -> {
                    host.end(step);
                    return true;
                }));
    }

    private void forward() {
        if (choice.copies) {
            kernel(COMPUTE, choice.kernel);
            copy(COPY_IN, "Memcpy HtoD (Pinned -> Device)", 3 * choice.kernel);
            between(COPY_IN, COMPUTE);
            kernel(COMPUTE, choice.kernel);
        }
        String shards = choice.further.twins ? "shards" : "dp";
        int gathered = choice.gathers ? collective(shards, "_allgather_base_", size(1), 900) : -1;
        for (int layer = 0; layer < choice.layers; layer++) {
            if (choice.gathers) {
                int next =
                        layer + 1 < choice.layers ? collective(shards, "_allgather_base_", size(1), 901 + layer) : -1;
                await(gathered);
                kernel(COMPUTE, choice.kernel, storageOf.get(gathered));
                gathered = next;
            }
            kernel(COMPUTE, choice.kernel);
            if (choice.side) {
                between(COMPUTE, SIDE);
                kernel(SIDE, 2 * choice.kernel);
                kernel(COMPUTE, choice.kernel);
                between(SIDE, COMPUTE);
                kernel(COMPUTE, choice.kernel / 2);
            }
            if (choice.tensor && choice.further.twins) {
                int other = collective("cp", "allreduce_", size(1), 1050);
                exchange("tp", "allreduce_", size(0.5), 1000);
                await(other);
                kernel(COMPUTE, choice.kernel, 1050);
            } else if (choice.tensor) {
                exchange("tp", "allreduce_", size(0.5), 1000);
            }
            if (choice.experts) {
                exchange("0", "alltoall_base_", size(1), 1100 + layer % 2);
            }
            kernel(COMPUTE, choice.kernel);
        }
    }

    private void exchange(String kind, String type, long elements, int storage) {
        int handle = collective(kind, type, elements, storage);
        if (choice.late) {
            kernel(COMPUTE, choice.kernel);
        }
        await(handle);
        kernel(COMPUTE, choice.kernel, storage);
    }

    /** The backward pass, and the open collectives of its gradients if it reduces them. */
    private List<Integer> backward(boolean reduces) {
        List<Integer> open = new ArrayList<>();
        for (int layer = 0; layer < choice.layers; layer++) {
            kernel(COMPUTE, 2 * choice.kernel);
            if (choice.tensor && layer % 2 == 0) {
                exchange("tp", "allreduce_", size(0.5), 1200);
            }
            kernel(COMPUTE, choice.kernel);
            switch (reduces ? choice.gradients : Gradients.NONE) {
                case BUCKETS -> open.add(collective("dp", "allreduce_", size(2), 1300 + layer));
                case SCATTERED -> open.add(collective("dp", "_reduce_scatter_base_", size(2), 1300 + layer));
                case HIERARCHICAL -> {
                    int part = collective("0", "_reduce_scatter_base_", size(2), 1300 + layer);
                    await(part);
                    kernel(COMPUTE, choice.kernel / 2, 1300 + layer);
                    open.add(collective("dp", "allreduce_", size(1), 1400 + layer));
                }
                case NONE -> {}
            }
        }
        return open;
    }

    private void finish(List<Integer> open) {
        if (choice.norm) {
            int norm = collective("0", "allreduce_", 256, 1500);
            await(norm);
            kernel(COMPUTE, 10, 1500);
            item(1500);
        }
        if (choice.together) {
            open.forEach(this::await);
            kernel(
                    COMPUTE,
                    choice.kernel,
                    open.stream().mapToInt(storageOf::get).toArray());
        } else {
            for (int handle : open) {
                await(handle);
                kernel(COMPUTE, choice.kernel / 2, storageOf.get(handle));
            }
        }
        kernel(COMPUTE, choice.kernel);
    }

    private void end(int step) {
        int event = 1_000_000 + step;
        if (choice.copies) {
            between(COMPUTE, COPY_OUT);
            copy(COPY_OUT, "Memcpy DtoH (Device -> Pinned)", choice.kernel);
        }
        switch (choice.ending) {
            case ITEM -> item();
            case DEVICE -> device();
            case STREAM -> stream();
            case EVENT -> {
                recordAs(event);
                event(event);
            }
            case EVENT_BEFORE -> {
                recordAs(event);
                if (step > 1) {
                    event(event - 1);
                }
            }
            case NOTHING -> {}
        }
        if (step == choice.steps) {
            device();
        }
    }

    private long size(double megabytes) {
        return Math.round(megabytes * choice.kernel * 1_000) / 24 * 24;
    }

    double[] begins() {
        double[] begins = new double[choice.world];
        Arrays.setAll(begins, r -> 100 + 40 * random.nextDouble());
        return begins;
    }
}
