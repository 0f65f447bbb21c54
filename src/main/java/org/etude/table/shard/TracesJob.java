// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import org.etude.trace.load.LoadedFile;

/** A work on recorded traces, a record: what a file gives, and the join of what all files give. */
public interface TracesJob extends JoinableJob {
    /** All settings, as text. */
    String settings();

    /** What the parts are, one word: works of one kind share them. */
    default String kind() {
        return "events";
    }

    /** The settings on which {@link #part} depends. */
    default String ofItems() {
        return "";
    }

    /**
     * What the files of a rank give; a record.
     *
     * @param digests of each file, by its content
     */
    Record part(List<LoadedFile> files, List<String> digests);
}
