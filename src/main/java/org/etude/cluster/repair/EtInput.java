// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.cluster.FirstStage;
import org.etude.cluster.RemoteShare;
import org.etude.cluster.RemoteStage;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.wire.EtFiles;
import org.etude.report.ContentSums;

/** The execution trace of a rank, not yet read. */
public final class EtInput extends FirstStage<EtInput.Place> {
    /**
     * Where the trace is.
     *
     * @param file its file, if it has one
     * @param bytes its content if it was sent; empty when there is none, as of a rank without a file
     */
    record Place(int rank, Optional<Path> file, byte[] bytes) {
        EtGraph read() {
            if (file.isPresent()) {
                return EtFiles.read(file.get());
            }
            return bytes.length == 0 ? new EtGraphBuilder("", List.of()).build() : EtFiles.of(bytes);
        }
    }

    /** Decodes a {@link Place}. */
    public EtInput(byte[] sent) {
        super(sent, Place.class);
    }

    @Override
    public RemoteStage next(RemoteShare shared) {
        RankPasses passes = (RankPasses) shared.open(RepairView::of).step();
        String digest = input().file.map(EtInput::content).orElse("");
        return passes.first(RepairingRank.of(input().rank, input().read()), digest);
    }

    private static String content(Path file) {
        try {
            return ContentSums.of(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
