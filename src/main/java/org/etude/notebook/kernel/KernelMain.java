// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.etude.notebook.eval.EvaluatorOptions;
import org.etude.report.EtudeException;

/** The kernel process, as Jupyter starts it: {@code java ... org.etude.notebook.kernel.KernelMain connection-file.json}. */
public final class KernelMain {
    private static final int USAGE = 2;

    private KernelMain() {}

    /**
     * Runs a kernel until a front end shuts it down or its parent process ends.
     *
     * @param args the path of the connection file
     */
    public static void main(String[] args) throws InterruptedException {
        PrintStream errors = System.err;
        if (args.length != 1) {
            errors.println("usage: KernelMain CONNECTION_FILE (Jupyter starts it; see etude kernel install)");
            System.exit(USAGE);
        }
        if (ModuleLayer.boot().findModule("jdk.jshell").isEmpty()) {
            errors.println("The kernel needs a JDK with jdk.jshell, and this is a runtime without it: "
                    + System.getProperty("java.home"));
            System.exit(USAGE);
        }
        System.setProperty("java.awt.headless", "true");
        CountDownLatch end = new CountDownLatch(1);
        try (Kernel kernel = new Kernel(
                Path.of(args[0]), EvaluatorOptions.defaults().withOwnsProcess(true), errors, end::countDown)) {
            kernel.followParent(System.getenv("JPY_PARENT_PID"));
            end.await();
        } catch (EtudeException e) {
            errors.println(e.getMessage());
            System.exit(USAGE);
        }
        System.exit(0);
    }
}
