// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Ends the kernel when the process that started it has ended, after which nobody could reach it. */
final class ParentWatch {
    private static final long PERIOD_MS = 500;

    private ParentWatch() {}

    /**
     * Watches the process named by JPY_PARENT_PID, if any.
     *
     * @param gone runs once, when that process has ended
     */
    static void start(String pid, Runnable gone) {
        if (pid == null || !pid.matches("[1-9]\\d{0,18}")) {
            return;
        }
        long number = Long.parseLong(pid);
        Thread thread = new Thread(() -> watch(number, gone), "etude-parent");
        thread.setDaemon(true);
        thread.start();
    }

    private static void watch(long pid, Runnable gone) {
        try {
            Optional<ProcessHandle> parent = ProcessHandle.of(pid);
            while (parent.map(ProcessHandle::isAlive).orElse(false)) {
                TimeUnit.MILLISECONDS.sleep(PERIOD_MS);
            }
            gone.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
