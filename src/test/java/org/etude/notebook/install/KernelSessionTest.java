// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Kernels that do not answer, with stand-ins for Java: none is waited for too long, none is left behind. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class KernelSessionTest {
    @TempDir
    Path temp;

    private KernelSpec spec(String script) throws IOException {
        Path java = Files.writeString(temp.resolve("java"), "#!/bin/sh\n" + script);
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return new KernelSpec(temp, "made up", List.of(java.toString(), "{connection_file}"));
    }

    private String said(String name) throws IOException {
        return Files.readString(temp.resolve(name)).strip();
    }

    @Test
    void aKernelThatStaysSilentIsNotWaitedForLongerThanAllowed() throws Exception {
        KernelSpec silent =
                spec("echo \"$1\" >'" + temp.resolve("told") + "'\nprintf 'half a letter \\303'\nexec sleep 1000\n");
        assertThatThrownBy(() -> KernelSession.start(silent, Duration.ofSeconds(3)))
                .isInstanceOf(InstallException.class)
                .hasMessageStartingWith("the kernel did not answer within 3 s: half a letter ");
        assertThat(Path.of(said("told"))).as("the file with the key").doesNotExist();
    }

    @Test
    void aKernelThatEndsIsToldWithItsLastWords() throws Exception {
        KernelSpec failing = spec("echo no memory\nexit 3\n");
        assertThatThrownBy(() -> KernelSession.start(failing, Duration.ofMinutes(1)))
                .isInstanceOf(InstallException.class)
                .hasMessageStartingWith("the kernel ended with status 3: no memory");
    }

    @Test
    void anInterruptEndsTheWaitAndTheKernel() throws Exception {
        KernelSpec silent = spec("echo $$ $JPY_PARENT_PID >'" + temp.resolve("part") + "'\nmv '" + temp.resolve("part")
                + "' '" + temp.resolve("begun") + "'\nexec sleep 1000\n");
        FutureTask<KernelSession> starting =
                new FutureTask<>(() -> KernelSession.start(silent, Duration.ofMinutes(10)));
        Thread starter = new Thread(starting);
        starter.start();
        while (!Files.exists(temp.resolve("begun")) && !starting.isDone()) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        String[] pids = said("begun").split(" ");
        starter.interrupt();
        assertThatThrownBy(starting::get).cause().isInstanceOf(CancellationException.class);
        assertThat(pids[1]).isEqualTo(String.valueOf(ProcessHandle.current().pid()));
        ProcessHandle.of(Long.parseLong(pids[0]))
                .ifPresent(left -> left.onExit().orTimeout(60, TimeUnit.SECONDS).join());
    }
}
