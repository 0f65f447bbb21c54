// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.ArrayList;
import java.util.List;
import org.etude.report.Progress;

/** Flows under construction; parents know their children once these are added. */
final class FlowList {
    private final List<Flow> flows = new ArrayList<>();
    private final List<List<Integer>> children = new ArrayList<>();

    /** Adds a flow and registers it with its parents; returns its number. */
    int add(
            int channel,
            int source,
            int destination,
            long bytes,
            List<Integer> awaited,
            List<Integer> parents,
            int chunk,
            int chunks,
            String type) {
        int id = flows.size();
        if ((id & 0xfff) == 0) {
            Progress.checkInterrupted();
        }
        flows.add(new Flow(channel, id, source, destination, bytes, awaited, parents, List.of(), chunk, chunks, type));
        children.add(new ArrayList<>());
        parents.forEach(parent -> children.get(parent).add(id));
        return id;
    }

    List<Flow> flows() {
        List<Flow> all = new ArrayList<>();
        for (Flow f : flows) {
            all.add(new Flow(
                    f.channel(),
                    f.id(),
                    f.source(),
                    f.destination(),
                    f.bytes(),
                    f.awaited(),
                    f.parents(),
                    children.get(f.id()),
                    f.chunk(),
                    f.chunks(),
                    f.type()));
        }
        return all;
    }
}
