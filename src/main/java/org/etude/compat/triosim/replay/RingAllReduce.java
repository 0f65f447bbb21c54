// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.replay;

import java.util.ArrayList;
import java.util.List;
import org.etude.compat.triosim.engine.Gpu;
import org.etude.compat.triosim.engine.Purpose;
import org.etude.compat.triosim.engine.TensorPiece;
import org.etude.compat.triosim.engine.TrioSimReplay;

/**
 * A ring all-reduce: N chunks, N-1 steps of reduce-scatter and N-1 of all-gather; a step starts when all messages of
 * the previous one have arrived.
 */
final class RingAllReduce {
    private enum Phase {
        IDLE,
        SCATTER,
        GATHER
    }

    private final TrioSimReplay player;
    private final Runnable over;
    private List<TensorPiece> chunks = List.of();
    private Phase phase = Phase.IDLE;
    private int scattered;
    private int gathered;
    private int toArrive;

    /**
     * Creates an all-reduce.
     *
     * @param player whose GPUs exchange chunks
     * @param over runs when the messages of the last step are sent
     */
    RingAllReduce(TrioSimReplay player, Runnable over) {
        this.player = player;
        this.over = over;
    }

    /** Whether nothing is left to send. */
    boolean idle() {
        return phase == Phase.IDLE;
    }

    /** Restarts with the reduce-scatter and the present chunks. */
    void begin() {
        phase = Phase.SCATTER;
    }

    /** Splits tensors into chunks and reserves space for them. */
    void cut(List<TensorPiece> tensors) {
        int n = player.gpus.size();
        long total = 0;
        for (TensorPiece tensor : tensors) {
            total += tensor.bytes();
        }
        String name = player.names.name(tensors.get(0).id());
        List<TensorPiece> cut = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            long size = total / n + (i == 0 ? total % n : 0);
            cut.add(new TensorPiece(player.names.number(name + "chunk" + i), size, true));
        }
        for (Gpu gpu : player.gpus) {
            gpu.memory.place(cut, Purpose.REDUCE, () -> player.eviction(gpu, Purpose.REDUCE));
        }
        chunks = cut;
    }

    /** One of its messages arrived. */
    void arrived() {
        toArrive--;
    }

    /** Sends the next step's messages when due. */
    void advance() {
        int steps = chunks.size() - 1;
        if (phase == Phase.SCATTER && toArrive <= 0 && scattered < steps && sendAll(-scattered, Purpose.SCATTER)) {
            scattered++;
            if (scattered == steps) {
                phase = Phase.GATHER;
                scattered = 0;
            }
        }
        if (phase == Phase.GATHER && toArrive <= 0 && gathered < steps && sendAll(1 - gathered, Purpose.GATHER)) {
            gathered++;
            if (gathered == steps) {
                phase = Phase.IDLE;
                gathered = 0;
                over.run();
            }
        }
    }

    /** Every GPU sends one chunk to the next; false when one lacks space, after the earlier ones have sent. */
    private boolean sendAll(int shift, Purpose purpose) {
        int n = chunks.size();
        for (int g = 0; g < n; g++) {
            int to = (g + 1) % n;
            List<TensorPiece> chunk = List.of(chunks.get(Math.floorMod(g + shift, n)));
            Gpu receiver = player.gpus.get(to);
            if (!receiver.memory.fits(chunk, () -> player.eviction(receiver, purpose))) {
                return false;
            }
            player.send(g, to, chunk, purpose);
        }
        toArrive = n;
        return true;
    }
}
