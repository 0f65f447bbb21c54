// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.memory;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.trace.model.HostTrace;

/**
 * The storages of one step on the device that holds most of them, and when each is held. Memory that an operator
 * allocates internally, such as the workspace of a library kernel, appears in no execution trace.
 *
 * @param device cpu, cuda:0, ...; "" when no tensor is recorded
 * @param lives the storages, by their first use
 * @param from the step's first node
 * @param to the node after its last
 * @param backward the first node of the backward pass; {@code to} without one
 * @param update the first node of the optimizer's step; {@code to} without one
 * @param olderGradients the node until which gradients of the previous step are held; {@code from} when they are not
 */
public record StepStorages(
        String device, List<StorageLife> lives, int from, int to, int backward, int update, int olderGradients) {
    /**
     * Block size to which PyTorch's caching allocator rounds on GPUs (c10/cuda/CUDACachingAllocator.cpp,
     * kMinBlockSize).
     */
    private static final long GPU_BLOCK = 512;

    private static final String HOST = "cpu";

    /** Copies the list. */
    public StepStorages {
        lives = List.copyOf(lives);
    }

    /**
     * Of nodes {@code from} to {@code to - 1}.
     *
     * @param host the execution trace
     */
    public static StepStorages of(HostTrace host, int from, int to) {
        NodeContext context = new NodeContext(host, from, to);
        List<OpenLife> all = new LifeGatherer(host, from, to, context).gather();
        String device = device(all);
        List<OpenLife> own =
                all.stream().filter(life -> life.device.equals(device)).toList();
        int backward = context.backward() < 0 ? to : context.backward();
        boolean between = context.zeroed() >= 0 && own.stream().anyMatch(life -> life.first < context.zeroed());
        boolean late = between && context.zeroed() < backward;
        return new StepStorages(
                device,
                new Sorted(context, to).sort(own),
                from,
                to,
                backward,
                context.update() < 0 ? to : context.update(),
                late ? context.zeroed() : from);
    }

    /** The device with most bytes other than the host; the host if there is no other. Empty tensors name no device. */
    private static String device(List<OpenLife> lives) {
        Map<String, Long> bytes = new HashMap<>();
        lives.stream()
                .filter(life -> !life.device.isEmpty())
                .forEach(life -> bytes.merge(life.device, life.bytes, Long::sum));
        boolean onHost = bytes.keySet().stream().allMatch(HOST::equals);
        return bytes.entrySet().stream()
                .filter(e -> onHost || !e.getKey().equals(HOST))
                .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse("");
    }

    /** Bytes of all storages of a kind. */
    public long bytes(MemoryKind kind) {
        return lives.stream()
                .filter(life -> life.kind() == kind)
                .mapToLong(StorageLife::bytes)
                .sum();
    }

    /** Whether parameters and optimizer states can be identified. */
    public boolean hasUpdate() {
        return update < to;
    }

    /** Determines the purpose of each storage. */
    private record Sorted(NodeContext context, int to) {
        List<StorageLife> sort(List<OpenLife> lives) {
            Long2IntOpenHashMap gradients = new Long2IntOpenHashMap();
            lives.stream()
                    .filter(life -> life.born >= 0 && isGradient(life))
                    .forEach(life -> gradients.addTo(life.bytes, 1));
            List<StorageLife> sorted = new ArrayList<>();
            for (OpenLife life : lives) {
                MemoryKind kind = life.born < 0 ? older(life, gradients) : born(life);
                int last = kind == MemoryKind.GRADIENTS ? to - 1 : life.last;
                sorted.add(new StorageLife(
                        life.storage,
                        kind,
                        rounded(life.bytes, life.device),
                        life.born,
                        life.first,
                        life.born < 0 ? to - 1 : last));
            }
            return sorted;
        }

        private static long rounded(long bytes, String device) {
            return device.equals(HOST) ? bytes : (bytes + GPU_BLOCK - 1) / GPU_BLOCK * GPU_BLOCK;
        }

        /** Whether it becomes a parameter's gradient rather than being added to one and released. */
        private boolean isGradient(OpenLife life) {
            return life.accumulated && (life.updated || context.update() < 0);
        }

        private MemoryKind older(OpenLife life, Long2IntOpenHashMap gradients) {
            if (life.accumulated) {
                return MemoryKind.GRADIENTS;
            }
            if (life.communicated) {
                return MemoryKind.COMMUNICATION;
            }
            if (life.updated) {
                return life.forward ? MemoryKind.PARAMETERS : MemoryKind.OPTIMIZER;
            }
            // Without an optimizer in the step, a storage with a gradient of its size is a parameter.
            boolean matched = context.update() < 0 && life.forward && gradients.get(life.bytes) > 0;
            if (matched) {
                gradients.addTo(life.bytes, -1);
            }
            return matched ? MemoryKind.PARAMETERS : MemoryKind.INPUTS;
        }

        private MemoryKind born(OpenLife life) {
            if (isGradient(life)) {
                return MemoryKind.GRADIENTS;
            }
            boolean passes = !context.isBackward(life.born) && !context.updates(life.born);
            return passes && life.backward ? MemoryKind.ACTIVATIONS : MemoryKind.WORKSPACE;
        }
    }
}
