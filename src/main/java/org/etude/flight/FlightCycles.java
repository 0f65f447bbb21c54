// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Stalls that hold up one another in a cycle: strongly connected components, by Kosaraju's algorithm without recursion. What lies on a
 * path from one cycle to another is in neither. Linear in stalls and holds.
 */
final class FlightCycles {
    private final int[] component;
    private final int[] sizes;

    /** Each stall's followers, and its holders, by number. */
    FlightCycles(List<? extends Collection<Integer>> followers, List<? extends Collection<Integer>> holders) {
        component = new int[followers.size()];
        sizes = new int[followers.size()];
        Arrays.fill(component, -1);
        List<Integer> ended = ended(followers);
        int count = 0;
        for (int k = ended.size() - 1; k >= 0; k--) {
            if (component[ended.get(k)] < 0) {
                gather(ended.get(k), count++, holders);
            }
        }
    }

    /** The stalls in the order in which a search in depth leaves them. */
    private static List<Integer> ended(List<? extends Collection<Integer>> followers) {
        List<Integer> ended = new ArrayList<>();
        boolean[] seen = new boolean[followers.size()];
        Deque<Integer> path = new ArrayDeque<>();
        Deque<Iterator<Integer>> rest = new ArrayDeque<>();
        for (int root = 0; root < seen.length; root++) {
            int next = root;
            while (next >= 0 && !seen[next] || !path.isEmpty()) {
                if (next >= 0 && !seen[next]) {
                    seen[next] = true;
                    path.push(next);
                    rest.push(followers.get(next).iterator());
                }
                if (rest.element().hasNext()) {
                    next = rest.element().next();
                } else {
                    ended.add(path.pop());
                    rest.pop();
                    next = -1;
                }
            }
        }
        return ended;
    }

    private void gather(int root, int number, List<? extends Collection<Integer>> holders) {
        Deque<Integer> open = new ArrayDeque<>();
        component[root] = number;
        open.add(root);
        while (!open.isEmpty()) {
            int stall = open.remove();
            sizes[number]++;
            for (int holder : holders.get(stall)) {
                if (component[holder] < 0) {
                    component[holder] = number;
                    open.add(holder);
                }
            }
        }
    }

    /** The cycles' number of a stall; -1 when it is in none. */
    int of(int stall) {
        return sizes[component[stall]] > 1 ? component[stall] : -1;
    }
}
