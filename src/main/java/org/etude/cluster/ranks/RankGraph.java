// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.ranks;

import java.util.Optional;
import org.etude.cluster.RemoteShare;
import org.etude.cluster.RemoteStage;
import org.etude.et.convert.EtConverter;
import org.etude.et.wire.EtFiles;
import org.etude.link.match.LinkedGraph;
import org.etude.store.StoredFile;

/** The linked graph of a rank; none of files that are no rank of the job. */
final class RankGraph implements RemoteStage {
    private final Optional<LinkedGraph> graph;

    RankGraph(Optional<LinkedGraph> graph) {
        this.graph = graph;
    }

    @Override
    public byte[] answer() {
        return graph.map(g -> StoredFile.bytes(GraphOutline.KIND, GraphOutline.of(g)))
                .orElse(new byte[0]);
    }

    @Override
    public RemoteStage next(RemoteShare shared) {
        AllOutlines all = shared.open(AllOutlines::of);
        return new RankTraces(graph.map(g -> {
                    int index = all.index(g.trace().rank());
                    EtConverter.Part part = all.converter()
                            .rank(index, g.withCollectives(all.rank(index).collectives()));
                    return StoredFile.bytes(
                            RankTraces.KIND,
                            new RankTraces.Converted(
                                    g.trace().rank(), EtFiles.bytes(part.graph()), part.findings(), part.groups()));
                })
                .orElse(new byte[0]));
    }
}
