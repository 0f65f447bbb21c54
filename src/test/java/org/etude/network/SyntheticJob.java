// SPDX-License-Identifier: Apache-2.0
package org.etude.network;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.etude.link.Recording;

/**
 * A job made by construction: host threads that launch work on streams of GPUs and wait for it, and ranks that meet in
 * collectives. What it would record on a network, and how long it would take there, follows from which ranks wait for which,
 * with no class of Etude. Times in us, rates in bytes per us.
 */
final class SyntheticJob {
    static final int COMPUTE = 7;
    static final int COMM = 20;
    static final int RECEIVE = 21;

    /** A network of equal links; each step of a collective takes a latency and its bytes. */
    record Net(double bytesPerUs, double latencyUs) {
        double step(double bytes) {
            return latencyUs + bytes / bytesPerUs;
        }
    }

    /** A step of a host's program; false when it has to wait for another rank. */
    private interface Step {
        boolean run(Host host);
    }

    private static final class Work {
        final int stream;
        final String name;
        final long correlation;
        final double launched;
        final List<Work> after;
        double micros;
        String type = "";
        int rank;
        long elements;
        int peer = -1;
        List<Work> met;
        double end = Double.NaN;

        Work(int stream, String name, long correlation, double launched, List<Work> after) {
            this.stream = stream;
            this.name = name;
            this.correlation = correlation;
            this.launched = launched;
            this.after = after;
        }
    }

    private final class Host {
        final int rank;
        final Recording.Rank out;
        final List<Work> all = new ArrayList<>();
        final Map<Integer, Work> last = new HashMap<>();
        final Map<Integer, List<Work>> told = new HashMap<>();
        final Map<String, Integer> met = new HashMap<>();
        final Map<Integer, Work> handles = new HashMap<>();
        double now;
        long number = 10;
        int at;

        Host(int rank) {
            this.rank = rank;
            this.out = recording.rank(rank);
            out.node(1, "[pytorch|profiler|execution_trace|process]", 1, 0).thread(2, 1);
            out.group("0", members());
        }

        Work launch(int stream, String name, double ahead) {
            List<Work> after = new ArrayList<>(told.getOrDefault(stream, List.of()));
            told.remove(stream);
            if (last.get(stream) != null) {
                after.add(last.get(stream));
            }
            out.call(api + "LaunchKernel", 1, now + ahead, 5, ++number);
            Work work = new Work(stream, name, number, now + ahead + 8, after);
            last.put(stream, work);
            all.add(work);
            return work;
        }

        void tell(int stream, Work work, double ahead) {
            out.call(api + "StreamWaitEvent", 1, now + ahead, 1.5, ++number);
            told.computeIfAbsent(stream, s -> new ArrayList<>()).add(work);
        }

        void op(String name, double micros, String values) {
            out.op(++number, name, 2, 1, now, micros).inputs("[" + values + "]", "[[8]]", "[\"Tensor(float)\"]");
        }
    }

    private final int world;
    private final String api;
    private final double skew;
    private final Net net;
    private final Recording recording;
    private final List<List<Step>> programs = new ArrayList<>();
    private final Map<String, List<Work>> meetings = new HashMap<>();

    /** A job of some ranks, each slower than the one before by a share of its work; without HIP's or with CUDA's events. */
    SyntheticJob(int world, boolean hip, double skew, Net net) {
        this.world = world;
        this.api = hip ? "hip" : "cuda";
        this.skew = skew;
        this.net = net;
        this.recording = new Recording(world);
        for (int r = 0; r < world; r++) {
            programs.add(new ArrayList<>());
        }
    }

    int world() {
        return world;
    }

    private int[] members() {
        return IntStream.range(0, world).toArray();
    }

    /** Every rank runs a kernel that reads these storages. */
    void kernel(double micros, int... storages) {
        IntStream.range(0, world).forEach(r -> kernelOn(r, COMPUTE, micros, storages));
    }

    void kernelOn(int rank, int stream, double micros, int... storages) {
        add(rank, host -> {
            String values = storages.length == 0 ? tensor(9_000 + host.number) : tensor(storages[0]);
            host.op("aten::mm", 60, values);
            host.launch(stream, "mm_kernel", 30).micros = micros * (1 + skew * host.rank);
            host.now += 62;
            return true;
        });
    }

    private static String tensor(long storage) {
        return "[" + (storage + 100_000) + "," + storage + ",0,8,4,\"cuda:0\"]";
    }

    /** Every rank joins a collective that writes a storage, behind its computation so far. */
    void collective(int handle, String type, long elements, int storage) {
        IntStream.range(0, world).forEach(r -> commOn(r, COMM, handle, type, elements, storage, -1));
    }

    void commOn(int rank, int stream, int handle, String type, long elements, int storage, int peer) {
        add(rank, host -> {
            host.op("c10d::" + type, 20, tensor(storage));
            if (api.equals("cuda")) {
                host.out.call("cudaEventRecord", 1, host.now + 2, 1.5, ++host.number);
            }
            if (host.last.get(COMPUTE) != null) {
                host.tell(stream, host.last.get(COMPUTE), 4);
            }
            Work work = host.launch(stream, "ncclDevKernel_" + type + "(x)", 8);
            work.type = type;
            work.rank = host.rank;
            work.elements = elements;
            work.peer = peer;
            String key = peer < 0 ? type : type.equals("send") ? host.rank + ">" + peer : peer + ">" + host.rank;
            int turn = host.met.merge(key, 1, Integer::sum);
            work.met = meetings.computeIfAbsent(key + turn, k -> new ArrayList<>());
            work.met.add(work);
            host.handles.put(handle, work);
            host.now += 22;
            return true;
        });
    }

    /** Computation that follows waits for a collective. */
    void await(int handle) {
        IntStream.range(0, world).forEach(r -> awaitOn(r, handle));
    }

    void awaitOn(int rank, int handle) {
        add(rank, host -> {
            host.tell(COMPUTE, host.handles.get(handle), 0);
            host.now += 3;
            return true;
        });
    }

    /** Every host copies a number from its GPU and waits for it. */
    void item() {
        for (int r = 0; r < world; r++) {
            Map<Integer, Work> waiting = new HashMap<>();
            add(r, host -> {
                Work copy = waiting.computeIfAbsent(host.rank, rank -> {
                    List<Work> after = List.of(host.last.get(COMPUTE));
                    host.number += 1;
                    Work made = new Work(COMPUTE, "Memcpy DtoH (Device -> Pageable)", host.number, host.now + 8, after);
                    made.micros = 2;
                    host.last.put(COMPUTE, made);
                    host.all.add(made);
                    return made;
                });
                if (!resolve(copy)) {
                    return false;
                }
                double done = copy.end + 3;
                host.out.call(api + "MemcpyAsync", 1, host.now + 1, 5, copy.correlation);
                host.out.call(api + "StreamSynchronize", 1, host.now + 7, done - host.now - 7, ++host.number);
                host.op("aten::item", done + 1 - host.now, tensor(8_000));
                host.now = done + 2;
                return true;
            });
        }
    }

    private void add(int rank, Step step) {
        programs.get(rank).add(step);
    }

    private double ready(Work work) {
        double ready = work.launched;
        for (Work before : work.after) {
            ready = resolve(before) ? Math.max(ready, before.end + 1) : Double.NaN;
        }
        return ready;
    }

    private boolean resolve(Work work) {
        if (Double.isNaN(work.end)) {
            double ready = ready(work);
            work.end = work.type.isEmpty() ? ready + work.micros : met(work, ready);
        }
        return !Double.isNaN(work.end);
    }

    private double met(Work work, double ready) {
        if (work.type.equals("send")) {
            return ready + net.step(4 * work.elements);
        }
        if (work.met.size() < (work.peer < 0 ? world : 2)) {
            return Double.NaN;
        }
        if (work.type.equals("recv")) {
            Work send = work.met.stream()
                    .filter(w -> w.type.equals("send"))
                    .findFirst()
                    .orElseThrow();
            return resolve(send) ? Math.max(ready, send.end) : Double.NaN;
        }
        double[] there = new double[world];
        work.met.forEach(w -> there[w.rank] = ready(w));
        int steps = (work.type.equals("allreduce_") ? 2 : 1) * (world - 1);
        return ring(there, steps, 4.0 * work.elements / world)[work.rank];
    }

    /** When each rank has the last message of a ring: it passes on what it got as soon as it has it and is there itself. */
    private double[] ring(double[] ready, int steps, double bytes) {
        double[] has = ready.clone();
        double[] free = ready.clone();
        for (int step = 0; step < steps; step++) {
            double[] next = new double[world];
            for (int r = 0; r < world; r++) {
                double sent = Math.max(has[r], free[r]);
                free[r] = sent + bytes / net.bytesPerUs;
                int to = (r + 1) % world;
                next[to] = Math.max(ready[to], sent + net.step(bytes));
            }
            has = next;
        }
        return has;
    }

    /** Runs the job, writes what it records to a folder and gives its length in ns. */
    double record(Path dir) {
        List<Host> hosts = IntStream.range(0, world).mapToObj(Host::new).toList();
        boolean moved = true;
        while (moved) {
            moved = false;
            for (Host host : hosts) {
                List<Step> program = programs.get(host.rank);
                while (host.at < program.size() && program.get(host.at).run(host)) {
                    host.at++;
                    moved = true;
                }
            }
        }
        double end = 0;
        for (Host host : hosts) {
            if (host.at < programs.get(host.rank).size()) {
                throw new IllegalStateException("rank " + host.rank + " waits for ever at step " + host.at);
            }
            host.all.forEach(work -> write(host, work));
            end = Math.max(end, host.now - 1);
        }
        recording.load(dir);
        return 1e3 * end;
    }

    private void write(Host host, Work work) {
        if (!resolve(work)) {
            throw new IllegalStateException(work.name + " never ends");
        }
        double start = ready(work);
        if (work.name.startsWith("Memcpy")) {
            host.out
                    .gpu("gpu_memcpy", work.name, work.stream, start, work.end - start)
                    .arg("correlation", work.correlation);
            return;
        }
        host.out.kernel(work.name, work.stream, start, work.end - start, work.correlation);
        if (!work.type.isEmpty()) {
            boolean gathers = work.type.equals("_allgather_base_");
            boolean scatters = work.type.equals("_reduce_scatter_base_");
            host.out
                    .arg("Collective name", work.type.replaceAll("_$", ""))
                    .arg("dtype", "Float")
                    .arg("In msg nelems", gathers ? work.elements / world : work.elements)
                    .arg("Out msg nelems", scatters ? work.elements / world : work.elements)
                    .arg("Group size", world)
                    .arg("Process Group Name", "0")
                    .arg("Process Group Ranks", Arrays.toString(members()));
        }
        if (work.peer >= 0) {
            host.out.arg(work.type.equals("send") ? "Dst Rank" : "Src Rank", work.peer);
        }
    }
}
