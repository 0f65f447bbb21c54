// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What needs a process: its end, its memory, the streams of its whole JVM. */
@Timeout(180)
class KernelProcessTest {
    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    private Path directory;

    /** As installed: code is replaced through an agent that the JVM attaches to itself. */
    @Test
    void livesThroughOutOfMemoryAndEndsOnShutdown() throws Exception {
        List<String> options = List.of("-Djdk.attach.allowAttachSelf=true", "-Xmx200m");
        try (KernelProcess kernel = new KernelProcess(directory, options, null);
                KernelClient client = new KernelClient(kernel.file()).awaitReady()) {
            variablesOutliveImportsAndChangedCode(client);
            assertThat(client.execute(
                                    "List<long[]> hog = new ArrayList<>();\nwhile (true) { hog.add(new long[1 << 20]); }")
                            .reply()
                            .text("ename"))
                    .isEqualTo("java.lang.OutOfMemoryError");
            assertThat(client.execute("hog = null; 1 + 1").result()).isEqualTo("2");
            threadsOfNoCellPrintToTheLastCell(client);
            shutsDownWhileACellSleeps(kernel, client);
        }
    }

    private void threadsOfNoCellPrintToTheLastCell(KernelClient client) {
        String id = client.begin("CompletableFuture.runAsync(() -> System.out.print(\"pool\")).join();");
        client.awaitOutput(id, "pool");
        client.finish(id);
    }

    private void shutsDownWhileACellSleeps(KernelProcess kernel, KernelClient client) throws Exception {
        String id = client.begin(
                "System.out.print(\"on\"); new Thread(() -> { while (true) { } }).start(); Thread.sleep(1_000_000);");
        client.awaitOutput(id, "on");
        JsonObject restart = new JsonObject();
        restart.addProperty("restart", true);
        Msg reply = client.reply(client.send(Channel.CONTROL, "shutdown_request", restart));
        assertThat(reply.status()).isEqualTo("ok");
        assertThat(reply.content().get("restart").getAsBoolean()).isTrue();
        assertThat(kernel.ends(PATIENCE_SECONDS)).isTrue();
        assertThat(kernel.process().exitValue()).isZero();
    }

    /** Where attaching to the JVM is not allowed, classes are replaced instead of their code. */
    @Test
    void variablesOutliveImportsAndChangedCodeWithoutAttaching() throws Exception {
        try (KernelProcess kernel = new KernelProcess(directory, List.of("-XX:+DisableAttachMechanism"), null);
                KernelClient client = new KernelClient(kernel.file()).awaitReady()) {
            variablesOutliveImportsAndChangedCode(client);
        }
    }

    private static void variablesOutliveImportsAndChangedCode(KernelClient client) {
        client.execute(
                "String s = \"hi\"; var list = new ArrayList<String>(); list.add(s);\nint half(int v) { return v / 2; }");
        client.execute("// formats\nimport java.text.*;\nint z = half(8);");
        client.execute("%%time\nimport static java.util.Map.*;\nimport static java.lang.Math.*;");
        assertThat(client.execute("s + list + z").result()).isEqualTo("hi[hi]4");
        client.execute("int half(int v) { return v / 2 + 100; }");
        client.execute("int z = half(z);");
        assertThat(client.execute("s + list + z").result()).isEqualTo("hi[hi]102");
        assertThat(client.execute("%who").out()).contains("list", "[hi]", "102");
    }

    /** Started by hand, without the options of an installed kernel. */
    @Test
    void endsWithItsParent() throws Exception {
        Process parent = new ProcessBuilder("sleep", "1000").start();
        try (KernelProcess kernel = new KernelProcess(directory, List.of(), String.valueOf(parent.pid()));
                KernelClient client = new KernelClient(kernel.file()).awaitReady()) {
            variablesOutliveImportsAndChangedCode(client);
            String id = client.begin("System.out.print(\"on\"); while (true) { }");
            client.awaitOutput(id, "on");
            assertThat(kernel.process().isAlive()).isTrue();
            parent.destroyForcibly().waitFor();
            assertThat(kernel.ends(PATIENCE_SECONDS)).isTrue();
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void missingConnectionFileIsAnErrorAndAStatus() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        KernelProcess.classPath(),
                        "org.etude.notebook.kernel.KernelMain")
                .start();
        assertThat(new String(process.getErrorStream().readAllBytes())).contains("CONNECTION_FILE");
        assertThat(process.waitFor()).isEqualTo(2);
    }
}
