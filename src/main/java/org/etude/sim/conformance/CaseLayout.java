package org.etude.sim.conformance;

import java.nio.file.Path;
import java.util.List;

/** One way in which cases lie on disk. */
public interface CaseLayout {
    /** Whether a directory is a case of this layout. */
    boolean holds(Path directory);

    /** Runs the case and says what differs, a line each; empty when all is equal. */
    List<String> differences(Path directory);
}
