// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.etude.compat.triosim.engine.Purpose.Hold;

/** The contents of a GPU's memory. Nothing is freed until something does not fit. */
public final class DeviceMemory {
    /**
     * What may be evicted when space is short.
     *
     * @param everything whether pieces not yet used may be evicted, too
     * @param kept what must stay in any case
     */
    public record Eviction(boolean everything, List<TensorPiece> kept) {}

    private static final int FEW = 64;

    private final long capacity;
    private long used;
    private long[] bytes = new long[FEW];
    private Hold[] holds = new Hold[FEW];
    private long refused;
    private boolean tight;

    public DeviceMemory(long capacity) {
        this.capacity = capacity;
    }

    public boolean holds(int id) {
        return id < holds.length && holds[id] != null;
    }

    /** Whether all these tensors are on the device. */
    public boolean holdsAll(List<TensorPiece> pieces) {
        for (TensorPiece piece : pieces) {
            if (!holds(piece.id())) {
                return false;
            }
        }
        return true;
    }

    /** The bytes that did not fit next to what must stay, the first time; 0 if everything fitted. */
    long refused() {
        return refused;
    }

    /** Whether anything did not fit at once. */
    public boolean wasTight() {
        return tight;
    }

    /**
     * Places pieces.
     *
     * @param eviction what may be evicted when they do not fit; null for nothing
     * @return whether they fit; if not, pieces present in another state are gone, as in the original
     */
    public boolean place(List<TensorPiece> pieces, Purpose purpose, Supplier<Eviction> eviction) {
        List<TensorPiece> fresh = fresh(pieces, purpose);
        if (fresh.isEmpty()) {
            return true;
        }
        if (!fits(fresh, eviction)) {
            return false;
        }
        for (TensorPiece piece : fresh) {
            remove(piece.id());
            grow(piece.id());
            bytes[piece.id()] = piece.bytes();
            holds[piece.id()] = purpose.hold();
            used += piece.bytes();
        }
        return true;
    }

    /** Whether pieces fit; evicts if needed. */
    public boolean fits(List<TensorPiece> fresh, Supplier<Eviction> eviction) {
        long need = 0;
        for (TensorPiece piece : fresh) {
            need += piece.bytes();
        }
        if (used + need <= capacity) {
            return true;
        }
        tight = true;
        Eviction may = eviction.get();
        if (may != null) {
            evict(may);
        }
        if (used + need <= capacity) {
            return true;
        }
        refused = refused == 0 ? used + need : refused;
        return false;
    }

    private List<TensorPiece> fresh(List<TensorPiece> pieces, Purpose purpose) {
        List<TensorPiece> fresh = new ArrayList<>(pieces.size());
        for (TensorPiece piece : pieces) {
            boolean found = holds(piece.id());
            if (found && purpose == Purpose.FETCH) {
                holds[piece.id()] = Hold.AWAITED;
            } else if (!found) {
                fresh.add(piece);
            } else if (purpose.ofRing()) {
                long size = purpose == Purpose.SCATTER ? (bytes[piece.id()] + piece.bytes()) / 2 : piece.bytes();
                fresh.add(new TensorPiece(piece.id(), size, piece.gradient()));
                remove(piece.id());
            } else if (holds[piece.id()] != purpose.enough()) {
                fresh.add(piece);
                remove(piece.id());
            }
        }
        return fresh;
    }

    private void evict(Eviction may) {
        Set<Integer> kept = new HashSet<>();
        may.kept.forEach(piece -> kept.add(piece.id()));
        for (int id = 0; id < holds.length; id++) {
            if (holds[id] != null && !kept.contains(id) && (may.everything || holds[id] == Hold.USED)) {
                remove(id);
            }
        }
    }

    private void remove(int id) {
        if (holds(id)) {
            holds[id] = null;
            used -= bytes[id];
        }
    }

    private void grow(int id) {
        if (id >= holds.length) {
            int size = Math.max(id + 1, 2 * holds.length);
            bytes = Arrays.copyOf(bytes, size);
            holds = Arrays.copyOf(holds, size);
        }
    }
}
