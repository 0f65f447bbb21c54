// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** A test with one case per recorded job: those of this repository, and the shared ones where they are. */
public interface EachRecording {
    /** What is checked of each. */
    Recordings cases();

    @TestFactory
    default Stream<DynamicTest> recordingsOfThisRepository() throws IOException {
        return cases().ofRepository();
    }

    @TestFactory
    default Stream<DynamicTest> smallCases() throws IOException {
        return cases().small();
    }

    @TestFactory
    @Tag("campaign")
    default Stream<DynamicTest> recordings() throws IOException {
        return cases().shared("recordings");
    }

    @TestFactory
    @Tag("campaign")
    default Stream<DynamicTest> corpus() throws IOException {
        return cases().shared("corpus");
    }
}
