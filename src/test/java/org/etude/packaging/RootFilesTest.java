// SPDX-License-Identifier: Apache-2.0
package org.etude.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The top of the repository holds what a reader looks for there, and nothing that a command left when tried in a checkout. */
class RootFilesTest {
    @Test
    void theRootHoldsOnlyTheFilesOfTheProject() throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of(".git")), "no checkout");
        Process git = new ProcessBuilder("git", "ls-files", "-z")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String listed = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeTrue(git.waitFor() == 0, "git does not list the files");
        List<String> files = List.of(listed.split("\0")).stream()
                .filter(f -> !f.contains("/"))
                .toList();
        assertThat(files)
                .containsExactlyInAnyOrder(
                        ".gitattributes",
                        ".gitignore",
                        "CHANGELOG.md",
                        "CODE_OF_CONDUCT.md",
                        "CONTRIBUTING.md",
                        "LICENSE",
                        "NOTICE",
                        "README.md",
                        "SECURITY.md",
                        "etude",
                        "etude.cmd",
                        "jbang-catalog.json",
                        "pom.xml",
                        "pyproject.toml");
    }
}
