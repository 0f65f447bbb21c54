// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.ranks;

import java.util.ArrayList;
import java.util.List;
import org.etude.cluster.FirstStage;
import org.etude.cluster.RemoteShare;
import org.etude.cluster.RemoteStage;
import org.etude.report.Progress;
import org.etude.spec.LoadOptions;
import org.etude.trace.file.Candidate;
import org.etude.trace.load.LoadedFile;

/** The files of a rank, not yet read. */
public final class RankInput extends FirstStage<RankInput.Files> {
    /** Which files, how to read them, and the number of this input. */
    record Files(int number, List<Candidate> files, LoadOptions options) {}

    /** Decodes {@link Files}. */
    public RankInput(byte[] sent) {
        super(sent, Files.class);
    }

    @Override
    public RemoteStage next(RemoteShare shared) {
        List<LoadedFile> loaded = new ArrayList<>();
        for (Candidate file : input().files) {
            Progress.checkInterrupted();
            loaded.add(LoadedFile.read(file, input().options));
        }
        return new RankEvents(input().number, loaded);
    }
}
