// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.model;

import java.nio.file.Path;
import java.util.List;

/** One layout of cases on disk. */
public interface CaseLayout {
    /** Whether a directory is a case of this layout, or holds several of them in an index. */
    boolean holds(Path directory);

    /** The cases of a directory that this layout holds. */
    List<ConformanceCase> cases(Path directory);
}
