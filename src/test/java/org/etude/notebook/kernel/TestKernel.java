// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.etude.notebook.eval.EvaluatorOptions;
import org.etude.notebook.eval.ValueRenderer;

/** A kernel in this JVM that shows values as text, and a front end that talks to it over real sockets. */
record TestKernel(Kernel kernel, KernelClient client) implements AutoCloseable {
    /** Starts one whose connection file lies in a directory, and waits until it answers. */
    static TestKernel in(Path directory) throws IOException {
        Path file = TestConnection.in(directory);
        Kernel kernel = new Kernel(
                file,
                EvaluatorOptions.defaults().withRenderer(ValueRenderer.TEXT),
                new PrintStream(OutputStream.nullOutputStream()),
                () -> {});
        return new TestKernel(kernel, new KernelClient(file).awaitReady());
    }

    @Override
    public void close() {
        client.close();
        kernel.close();
    }
}
