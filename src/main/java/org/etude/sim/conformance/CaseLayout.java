package org.etude.sim.conformance;

import java.nio.file.Path;
import java.util.List;

/** One way in which cases lie on disk. */
public interface CaseLayout {
    /** Whether a directory is a case of this layout, or holds several of them in an index. */
    boolean holds(Path directory);

    /** Runs the case and says what differs, a line each; empty when all is equal. */
    List<String> differences(Path directory);

    /** The cases of a directory that this layout holds; one of the directory's name unless the layout has an index. */
    default List<ConformanceCase> cases(Path directory) {
        return List.of(new ConformanceCase(directory.getFileName().toString(), () -> differences(directory)));
    }
}
