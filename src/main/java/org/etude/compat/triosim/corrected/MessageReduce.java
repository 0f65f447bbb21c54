// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.corrected;

import org.etude.compat.triosim.engine.AllReduce;
import org.etude.compat.triosim.engine.TrioSimMachine;
import org.etude.compat.triosim.trace.MessageKind;

/**
 * An all-reduce message by message: 2(N-1) steps around the ring, each when all messages of the previous one have
 * arrived.
 */
final class MessageReduce implements AllReduce {
    private final TrioSimMachine machine;

    MessageReduce(TrioSimMachine machine) {
        this.machine = machine;
    }

    @Override
    public void start(long bytes, Runnable over) {
        step(bytes, 0, over);
    }

    private void step(long bytes, int number, Runnable over) {
        int n = machine.gpus();
        if (bytes == 0 || number == 2 * (n - 1)) {
            over.run();
            return;
        }
        boolean scatters = number < n - 1;
        int[] awaited = {n};
        for (int g = 0; g < n; g++) {
            int to = (g + 1) % n;
            int chunk = Math.floorMod(scatters ? g - number : g + n - number, n);
            long size = bytes / n + (chunk == 0 ? bytes % n : 0);
            MessageKind kind = scatters ? MessageKind.SCATTER : MessageKind.GATHER;
            Runnable arrived = machine.recorder().send(kind, g, to, 0, size);
            machine.carrier().send(g, to, size, () -> {
                arrived.run();
                if (--awaited[0] == 0) {
                    step(bytes, number + 1, over);
                }
            });
        }
    }
}
