// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.spencerpark.jupyter.kernel.KernelConnectionProperties;
import io.github.spencerpark.jupyter.messages.HMACGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.etude.notebook.wire.WireFormat;
import org.etude.notebook.wire.WireMessage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.zeromq.ZMQException;

/** How the sockets of a kernel end: all that was sent arrives, and nothing waits indefinitely. */
@Timeout(300)
class SocketsTest {
    /** One close in about 330 hung when sockets were closed under the threads that used them. */
    private static final int ROUNDS = 80;

    private static final int FEW_ROUNDS = 5;

    private static final int AT_ONCE = 4;

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();

    private Sockets opened(Path file) throws IOException {
        KernelConnectionProperties where = KernelConnectionProperties.parse(Files.readString(file));
        WireFormat format = new WireFormat(HMACGenerator.NO_AUTH_INSTANCE, false);
        Sockets sockets = new Sockets(format, new KernelLog(new PrintStream(log, true)));
        sockets.open(where, (channel, message) -> {
            Request request = new Request(message, channel, sockets, format, "session");
            request.busy();
            request.reply(Map.of("status", "ok"));
            request.idle();
        });
        return sockets;
    }

    private static Path file(Path directory) throws IOException {
        return TestConnection.write(directory, "");
    }

    private String logged() {
        return log.toString(StandardCharsets.UTF_8);
    }

    /** Of all kernels in this JVM, those of other tests too. */
    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread instanceof SocketThread)
                .collect(Collectors.toSet());
    }

    private static void assertEnd(Set<Thread> before) throws InterruptedException {
        for (Thread thread : threads()) {
            if (!before.contains(thread)) {
                thread.join(TimeUnit.SECONDS.toMillis(60));
                assertThat(thread.isAlive()).as(thread.getName()).isFalse();
            }
        }
    }

    @Test
    void everyCloseEnds(@TempDir Path directory) throws Exception {
        closes(FEW_ROUNDS, directory);
    }

    @Test
    @Tag("campaign")
    void everyOneOfManyClosesEnds(@TempDir Path directory) throws Exception {
        closes(ROUNDS, directory);
    }

    private void closes(int rounds, Path directory) throws Exception {
        Set<Thread> before = threads();
        for (int round = 0; round < rounds; round++) {
            Sockets[] each = new Sockets[AT_ONCE];
            KernelClient[] clients = new KernelClient[AT_ONCE];
            for (int i = 0; i < AT_ONCE; i++) {
                Path file = file(Files.createDirectories(directory.resolve("" + i)));
                each[i] = opened(file);
                clients[i] = new KernelClient(file).awaitReady();
                assertThat(clients[i].beat("on")).asString().isEqualTo("on");
            }
            for (int i = 0; i < AT_ONCE; i++) {
                each[i].close();
                clients[i].close();
            }
        }
        assertThat(logged()).isEmpty();
        assertEnd(before);
    }

    @Test
    void whatIsQueuedArrives(@TempDir Path directory) throws IOException {
        Path file = file(directory);
        Sockets sockets = opened(file);
        try (KernelClient client = new KernelClient(file).awaitReady()) {
            String asked = client.send(Channel.SHELL, "kernel_info_request", new JsonObject());
            client.finish(asked);
            for (int i = 0; i < 1000; i++) {
                sockets.send(
                        Channel.IOPUB,
                        WireMessage.none().broadcast("stream", new JsonObject(), new JsonObject(), "session"));
            }
            sockets.close();
            client.await("1000 messages", () -> client.all("stream").size() == 1000);
        }
    }

    @Test
    void nothingStaysOpenWhenAPortIsTaken(@TempDir Path directory) throws IOException {
        Path file = file(directory);
        JsonObject ports = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        InetAddress here = InetAddress.getByName("127.0.0.1");
        try (ServerSocket taken = new ServerSocket(ports.get("stdin_port").getAsInt(), 1, here)) {
            assertThat(taken.isBound()).isTrue();
            assertThatThrownBy(() -> opened(file)).isInstanceOf(ZMQException.class);
        }
        opened(file).close();
        assertThat(logged()).isEmpty();
    }

    @Test
    void anInterruptedCloseEndsToo(@TempDir Path directory) throws Exception {
        Set<Thread> before = threads();
        Path file = file(directory);
        Sockets sockets = opened(file);
        try (KernelClient client = new KernelClient(file).awaitReady()) {
            Thread closing = new Thread(sockets::close);
            closing.start();
            closing.interrupt();
            closing.join(TimeUnit.SECONDS.toMillis(60));
            assertThat(closing.isAlive()).isFalse();
            assertThat(client.all("status")).isNotEmpty();
        }
        assertEnd(before);
    }
}
