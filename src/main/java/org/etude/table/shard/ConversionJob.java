// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import org.etude.trace.load.LoadedFile;

/**
 * Work that starts with a conversion: each part converts one rank as far as possible without the others, and commands
 * share the parts. It has no result while parts are missing, because process groups and clocks involve all ranks.
 */
interface ConversionJob extends TracesJob {
    /** How the ranks are converted. */
    PartConversion conversion();

    @Override
    default boolean joinsSome() {
        return false;
    }

    @Override
    default String settings() {
        return conversion().settings();
    }

    @Override
    default String kind() {
        return "ranks";
    }

    @Override
    default String ofItems() {
        return settings();
    }

    @Override
    default Record part(List<LoadedFile> files, List<String> digests) {
        return conversion().part(files, digests);
    }
}
