// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import org.etude.trace.load.LoadedFile;

/** Work on recorded traces, implemented by a record: the result of one file, and the merge of all results. */
public interface TracesJob extends JoinableJob {
    /** All settings, as text. */
    String settings();

    /** The kind of parts, one word; works of one kind share them. */
    default String kind() {
        return "events";
    }

    /** The settings on which {@link #part} depends. */
    default String ofItems() {
        return "";
    }

    /**
     * The result of a rank's files; a record.
     *
     * @param digests content digest of each file
     */
    Record part(List<LoadedFile> files, List<String> digests);
}
