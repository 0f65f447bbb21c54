// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import java.util.ArrayList;
import java.util.List;
import org.etude.compat.triosim.engine.TrioSimSettings.Grid;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimException.Reason;
import org.etude.report.Progress;

/** The logical ring of the optical network through a grid of GPUs. */
public final class OpticalRing {
    private static final int[][] STEPS = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};

    private final Grid grid;
    private final int[] place;
    private final List<Integer> order = new ArrayList<>();

    /**
     * Lays out the ring: the first path through all cells that tries right, down, left, up, closed along mesh edges.
     *
     * @throws TrioSimException when the grid does not match the GPUs or the ring cannot be closed
     */
    OpticalRing(Grid grid, int gpus) {
        this.grid = filled(grid, gpus);
        check(gpus > 1, "a ring needs 2 GPUs");
        place = new int[gpus];
        check(lay(gpus), "there is no path through the grid");
        for (int i = 0; i < gpus; i++) {
            place[order.get(i)] = i;
        }
        closing();
    }

    /** The grid, if it holds exactly this many GPUs. */
    public static Grid filled(Grid grid, int gpus) {
        boolean fills = grid.rows() > 0 && grid.columns() > 0 && (long) grid.rows() * grid.columns() == gpus;
        check(grid, fills, gpus + " GPUs do not fill the grid");
        return grid;
    }

    /** The number of hops between two GPUs in the shorter direction. */
    int hops(int from, int to) {
        int way = Math.abs(place[from] - place[to]);
        return Math.min(way, place.length - way);
    }

    /** Moves to the first free neighbour; backtracks if there is none. */
    private boolean lay(int cells) {
        boolean[] seen = new boolean[cells];
        int[] tried = new int[cells];
        order.add(0);
        seen[0] = true;
        while (!order.isEmpty() && order.size() < cells) {
            Progress.checkInterrupted();
            int last = order.size() - 1;
            int cell = order.get(last);
            if (tried[last] == STEPS.length) {
                tried[last] = 0;
                seen[cell] = false;
                order.remove(last);
                continue;
            }
            int next = beside(cell, STEPS[tried[last]++]);
            if (next >= 0 && !seen[next]) {
                order.add(next);
                seen[next] = true;
            }
        }
        return !order.isEmpty();
    }

    /** The cell one step away, -1 outside the grid. */
    private int beside(int cell, int[] step) {
        int row = cell / grid.columns() + step[0];
        int column = cell % grid.columns() + step[1];
        boolean inside = row >= 0 && row < grid.rows() && column >= 0 && column < grid.columns();
        return inside ? row * grid.columns() + column : -1;
    }

    /** Walks back along a row if the last cell is not adjacent to the first, and checks that every step is an edge. */
    private void closing() {
        List<Integer> walk = new ArrayList<>(order);
        int columns = grid.columns();
        int back = -1;
        if (grid.rows() == 1) {
            back = order.get(order.size() - 2);
        } else if (grid.rows() % 2 == 1) {
            back = order.get(order.size() - 1) - columns;
        }
        while (back > 0 && back % columns != 0) {
            walk.add(back--);
        }
        walk.add(walk.get(0));
        for (int i = 1; i < walk.size(); i++) {
            int a = Math.min(walk.get(i - 1), walk.get(i));
            int b = Math.max(walk.get(i - 1), walk.get(i));
            boolean adjacent = b - a == 1 && b / columns == a / columns;
            check(
                    adjacent || b - a == columns,
                    "the ring cannot be closed: GPUs " + a + " and " + b + " are not adjacent");
        }
    }

    private void check(boolean good, String what) {
        check(grid, good, what);
    }

    private static void check(Grid grid, boolean good, String what) {
        if (!good) {
            throw new TrioSimException(
                    Reason.SETTING,
                    "optical grid of " + grid.rows() + " x " + grid.columns() + ": " + what,
                    "Give numRows and numCols whose product is GPUnumber, best with an even number of rows.");
        }
    }
}
