// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class NotebookProcessTest {
    /** A thread that no daemon is would keep the process alive, and its reader waiting. */
    @Test
    @Timeout(120)
    void aNotebookThatFailsEndsTheProcess(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(
                directory.resolve("failing.ipynb"),
                "{\"cells\":[{\"cell_type\":\"code\",\"metadata\":{},\"outputs\":[],\"execution_count\":null,\"source\":"
                        + "[\"var left = new Thread(() -> { try { new CountDownLatch(1).await(); }\\n\","
                        + "\"  catch (InterruptedException e) { } });\\n\","
                        + "\"left.setDaemon(false); left.start();\\n\","
                        + "\"throw new IllegalStateException(\\\"on purpose\\\");\"]}],"
                        + "\"metadata\":{\"language_info\":{\"name\":\"java\"}},\"nbformat\":4,\"nbformat_minor\":5}");
        assertThatThrownBy(() -> NotebookProcess.run(directory, List.of(file)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("on purpose");
    }
}
