// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.memory;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import org.etude.report.Progress;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.StorageUse;

/**
 * Follows storages through the operators of a range. Traces show no allocations and reuse the numbers of released
 * storages; a storage is taken as new when
 * <ul>
 *   <li>a PyTorch operator returns it without having received it, unless it was allocated inside the operator;
 *   <li>an operator nested in another PyTorch operator uses it, although the outer one neither received nor allocated
 *       it.
 * </ul>
 * A storage used before it was seen existed before. Linear in nodes and their tensors, except for the tensors of one
 * operator.
 */
final class LifeGatherer {
    private static final String OPERATOR = "aten::";
    private static final int CHECK_EVERY = 1 << 12;

    private final HostTrace host;
    private final int from;
    private final int to;
    private final NodeContext context;
    private final Int2ObjectOpenHashMap<OpenLife> now = new Int2ObjectOpenHashMap<>();
    private final List<OpenLife> lives = new ArrayList<>();

    LifeGatherer(HostTrace host, int from, int to, NodeContext context) {
        this.host = host;
        this.from = from;
        this.to = to;
        this.context = context;
    }

    List<OpenLife> gather() {
        for (int node = from; node < to; node++) {
            if ((node & CHECK_EVERY - 1) == 0) {
                Progress.checkInterrupted();
            }
            for (int k = 0; k < host.inputStorages(node); k++) {
                used(host.inputUse(node, k), node);
            }
            int ends = node;
            while (ends >= from && context.lastWithin(ends) == node) {
                for (int k = 0; k < host.outputStorages(ends); k++) {
                    returned(host.outputUse(ends, k), ends, node);
                }
                int above = host.parent(ends);
                ends = above < ends ? above : -1;
            }
        }
        return lives;
    }

    private void used(StorageUse use, int node) {
        OpenLife life = now.get(use.storage());
        int above = host.parent(node);
        boolean within = above >= from && above < node && isOperator(above) && isOperator(node);
        if (within && !isGiven(above, use.storage()) && (life == null || life.born < above)) {
            life = open(use, node, node);
        } else if (life == null) {
            life = open(use, -1, node);
        }
        life.use(use, node, node, context);
    }

    private void returned(StorageUse use, int node, int at) {
        OpenLife life = now.get(use.storage());
        boolean made = isOperator(node) && !isGiven(node, use.storage()) && (life == null || life.born < node);
        if (made) {
            life = open(use, at, at);
        } else if (life == null) {
            life = open(use, -1, at);
        }
        life.use(use, node, at, context);
    }

    private OpenLife open(StorageUse use, int born, int first) {
        OpenLife life = new OpenLife(use, born, first);
        now.put(use.storage(), life);
        lives.add(life);
        return life;
    }

    private boolean isOperator(int node) {
        return host.name(node).startsWith(OPERATOR);
    }

    private boolean isGiven(int node, int storage) {
        for (int k = 0; k < host.inputStorages(node); k++) {
            if (host.inputStorage(node, k) == storage) {
                return true;
            }
        }
        return false;
    }
}
