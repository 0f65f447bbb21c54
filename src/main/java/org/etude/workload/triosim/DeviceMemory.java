package org.etude.workload.triosim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.etude.workload.triosim.Purpose.Hold;

/** What lies in a GPU's memory. Nothing is freed before something does not fit. */
final class DeviceMemory {
    /**
     * What may go when space is short.
     *
     * @param everything whether pieces go that are not used yet, too
     * @param kept what stays in any case
     */
    record Eviction(boolean everything, List<Piece> kept) {}

    private static final int FEW = 64;

    private final long capacity;
    private long used;
    private long[] bytes = new long[FEW];
    private Hold[] holds = new Hold[FEW];
    private long refused;

    DeviceMemory(long capacity) {
        this.capacity = capacity;
    }

    boolean holds(int id) {
        return id < holds.length && holds[id] != null;
    }

    boolean holdsAll(List<Piece> pieces) {
        for (Piece piece : pieces) {
            if (!holds(piece.id())) {
                return false;
            }
        }
        return true;
    }

    /** The bytes that first did not fit beside what must stay; 0 when all did. */
    long refused() {
        return refused;
    }

    /**
     * Places pieces.
     *
     * @param eviction what may go when they do not fit; null for nothing
     * @return whether they fit; if not, the pieces that lay there in another state are gone, as in the original
     */
    boolean place(List<Piece> pieces, Purpose purpose, Supplier<Eviction> eviction) {
        List<Piece> fresh = fresh(pieces, purpose);
        if (fresh.isEmpty()) {
            return true;
        }
        if (!fits(fresh, eviction)) {
            return false;
        }
        for (Piece piece : fresh) {
            remove(piece.id());
            grow(piece.id());
            bytes[piece.id()] = piece.bytes();
            holds[piece.id()] = purpose.hold();
            used += piece.bytes();
        }
        return true;
    }

    /** Whether pieces fit; evicts if need be. */
    boolean fits(List<Piece> fresh, Supplier<Eviction> eviction) {
        long need = 0;
        for (Piece piece : fresh) {
            need += piece.bytes();
        }
        if (used + need <= capacity) {
            return true;
        }
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

    private List<Piece> fresh(List<Piece> pieces, Purpose purpose) {
        List<Piece> fresh = new ArrayList<>(pieces.size());
        for (Piece piece : pieces) {
            boolean found = holds(piece.id());
            if (found && purpose == Purpose.FETCH) {
                holds[piece.id()] = Hold.AWAITED;
            } else if (!found) {
                fresh.add(piece);
            } else if (purpose.ofRing()) {
                long size = purpose == Purpose.SCATTER ? (bytes[piece.id()] + piece.bytes()) / 2 : piece.bytes();
                fresh.add(new Piece(piece.id(), size, piece.gradient()));
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
