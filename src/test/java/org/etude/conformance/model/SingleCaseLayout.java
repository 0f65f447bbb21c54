// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.model;

import java.nio.file.Path;
import java.util.List;

/** Cases that have a directory each, by whose name they are called. */
public interface SingleCaseLayout extends CaseLayout {
    /** Runs the case and says what differs, one line per difference; empty when all is equal. */
    List<String> differences(Path directory);

    @Override
    default List<ConformanceCase> cases(Path directory) {
        return List.of(new ConformanceCase(directory.getFileName().toString(), () -> differences(directory)));
    }
}
