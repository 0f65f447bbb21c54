// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.cluster.RemoteShare;
import org.etude.cluster.RemoteStage;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.wire.EtFiles;
import org.etude.report.ContentSums;
import org.etude.store.StoredFile;

/** The execution trace of a rank, not yet read. */
public final class EtInput implements RemoteStage {
    private static final String KIND = "trace";

    private final Input input;

    /**
     * Where the trace is.
     *
     * @param file its file, if it has one
     * @param bytes its content if it was sent; empty when there is none, as of a rank without a file
     */
    record Input(int rank, Optional<Path> file, byte[] bytes) {
        byte[] sent() {
            return StoredFile.bytes(KIND, this);
        }
    }

    /** Decodes an {@link Input}. */
    public EtInput(byte[] input) {
        this.input = StoredFile.of(input, KIND, Input.class);
    }

    @Override
    public byte[] answer() {
        return new byte[0];
    }

    @Override
    public RemoteStage next(RemoteShare shared) {
        RankPasses passes = (RankPasses) shared.open(RepairView::of).step();
        String digest = input.file.map(EtInput::content).orElse("");
        return passes.first(RepairingRank.of(input.rank, read()), digest);
    }

    private EtGraph read() {
        if (input.file.isPresent()) {
            return EtFiles.read(input.file.get());
        }
        return input.bytes.length == 0 ? new EtGraphBuilder("", List.of()).build() : EtFiles.of(input.bytes);
    }

    private static String content(Path file) {
        try {
            return ContentSums.of(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
