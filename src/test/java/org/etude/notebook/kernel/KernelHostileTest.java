// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.notebook.eval.EvaluatorOptions;
import org.etude.report.EtudeException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What no honest client sends is dropped and logged, and the kernel continues. */
@Timeout(120)
class KernelHostileTest {
    private static final ByteArrayOutputStream LOG = new ByteArrayOutputStream();
    private static Kernel kernel;
    private static KernelClient client;

    @BeforeAll
    static void start(@TempDir Path directory) throws IOException {
        Path file = TestConnection.in(directory);
        kernel = new Kernel(
                file, EvaluatorOptions.defaults().withImports(List.of()), new PrintStream(LOG, true), () -> {});
        client = new KernelClient(file).awaitReady();
    }

    @AfterAll
    static void stop() {
        client.close();
        kernel.close();
    }

    @AfterEach
    void goesOn() {
        assertThat(client.ask("kernel_info_request", new JsonObject()).status()).isEqualTo("ok");
        assertThat(client.control("kernel_info_request", new JsonObject()).status())
                .isEqualTo("ok");
        assertThat(client.execute("1 + 1").result()).isEqualTo("2");
    }

    private static void awaitLog(String text) {
        client.await(
                "log of " + text, () -> LOG.toString(StandardCharsets.UTF_8).contains(text));
    }

    private static List<byte[]> request(String key) {
        return client.frames(key, client.header("execute_request"), "{\"code\":\"int hostile = 1;\"}");
    }

    private static void assertNotRun() {
        assertThat(client.execute("hostile").status()).isEqualTo("error");
    }

    @Test
    void wrongKey() {
        client.sendFrames(Channel.SHELL, request("wrong key"));
        client.sendFrames(Channel.CONTROL, client.frames("wrong key", client.header("shutdown_request"), "{}"));
        awaitLog("dropped on CONTROL: wrong signature");
        assertNotRun();
    }

    @Test
    void noSignature() {
        List<byte[]> frames = new ArrayList<>(request(client.key()));
        frames.set(1, new byte[0]);
        client.sendFrames(Channel.SHELL, frames);
        assertNotRun();
    }

    @Test
    void contentChangedAfterSigning() {
        List<byte[]> frames = new ArrayList<>(request(client.key()));
        frames.set(5, "{\"code\":\"int hostile = 2;\"}".getBytes(StandardCharsets.UTF_8));
        client.sendFrames(Channel.SHELL, frames);
        assertNotRun();
    }

    @Test
    void replay() {
        client.execute("int replayed = 0;");
        List<byte[]> frames =
                client.frames(client.key(), client.header("execute_request"), "{\"code\":\"replayed++;\"}");
        client.sendFrames(Channel.SHELL, frames);
        client.sendFrames(Channel.SHELL, frames);
        awaitLog("replayed: its signature was seen before");
        assertThat(client.execute("replayed").result()).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1, 2]", "null", "\"text\"", "12", "\u0000\u0001", "{\"code\": "})
    void contentThatIsNoObject(String content) {
        client.sendFrames(Channel.SHELL, client.frames(client.key(), client.header("execute_request"), content));
        awaitLog("content is not");
    }

    @Test
    void nestedTooDeep() {
        client.sendFrames(
                Channel.SHELL,
                client.frames(
                        client.key(),
                        client.header("execute_request"),
                        "{\"code\":" + "[".repeat(200_000) + "]".repeat(200_000) + "}"));
        client.sendFrames(Channel.SHELL, client.frames(client.key(), client.header("execute_request"), "{"));
        awaitLog("dropped on SHELL: content");
    }

    @Test
    void headerWithoutType() {
        client.sendFrames(Channel.SHELL, client.frames(client.key(), new JsonObject(), "{}"));
        awaitLog("ignored on SHELL: type ");
    }

    @Test
    void unknownType() {
        client.send(Channel.SHELL, "debug_request", new JsonObject());
        client.send(Channel.CONTROL, "create_subshell_request", new JsonObject());
        awaitLog("type debug_request");
        awaitLog("type create_subshell_request");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "execute_request",
                "complete_request",
                "inspect_request",
                "is_complete_request",
                "history_request",
                "comm_info_request",
                "interrupt_request"
            })
    void requestsWithoutFieldsAreAnswered(String type) {
        assertThat(client.ask(type, new JsonObject()).reply().type()).isEqualTo(type.replace("request", "reply"));
    }

    @Test
    void fieldsOfOtherKinds() {
        JsonObject content = new JsonObject();
        content.add("code", new JsonArray());
        content.addProperty("cursor_pos", "nowhere");
        content.addProperty("silent", "maybe");
        content.addProperty("user_expressions", 3);
        assertThat(client.ask("execute_request", content).status()).isEqualTo("ok");
        assertThat(client.ask("complete_request", content).status()).isEqualTo("ok");
        assertThat(client.ask("history_request", content).status()).isEqualTo("ok");
    }

    @Test
    void framesThatAreNoMessage() {
        client.sendFrames(Channel.SHELL, List.of("hello".getBytes(StandardCharsets.UTF_8)));
        client.sendFrames(Channel.SHELL, List.of(new byte[0], new byte[0]));
        client.sendFrames(Channel.CONTROL, request(client.key()).subList(0, 3));
        client.sendFrames(Channel.STDIN, List.of(new byte[] {1, 2, 3}));
        awaitLog("dropped on STDIN: not a message");
    }

    @Test
    void tooManyFrames() {
        List<byte[]> frames = new ArrayList<>(request(client.key()));
        for (int i = 0; i < 2000; i++) {
            frames.add(new byte[1]);
        }
        client.sendFrames(Channel.SHELL, frames);
        awaitLog("frames are too large");
        assertNotRun();
    }

    @Test
    void oversized() {
        byte[] big = new byte[70 << 20];
        Arrays.fill(big, (byte) ' ');
        client.sendFrames(Channel.SHELL, List.of(big));
        awaitLog("frames are too large");
    }

    @Test
    void answersNobodyAskedFor() {
        client.answer("unasked");
        assertThat(client.ask("kernel_info_request", new JsonObject()).status()).isEqualTo("ok");
    }

    @Test
    void keylessConnectionsWork(@TempDir Path directory) throws IOException {
        Path file = TestConnection.write(directory, "");
        try (Kernel open = new Kernel(
                        file,
                        EvaluatorOptions.defaults().withImports(List.of()),
                        new PrintStream(LOG, true),
                        () -> {});
                KernelClient other = new KernelClient(file).awaitReady()) {
            assertThat(other.execute("6 * 7").result()).isEqualTo("42");
        }
    }

    @Test
    void bindsTheNamedAddressOnly(@TempDir Path directory) throws IOException {
        Path file = TestConnection.in(directory);
        int port = JsonParser.parseString(Files.readString(file))
                .getAsJsonObject()
                .get("shell_port")
                .getAsInt();
        try (Kernel open = new Kernel(
                        file,
                        EvaluatorOptions.defaults().withImports(List.of()),
                        new PrintStream(LOG, true),
                        () -> {});
                ServerSocket other = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.2"))) {
            assertThat(other.getLocalPort()).isEqualTo(port);
        }
    }

    @Test
    void badConnectionFilesAreOneError(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("bad.json"), "{\"ip\": 3");
        assertThatThrownBy(() -> new Kernel(file, EvaluatorOptions.defaults(), new PrintStream(LOG), () -> {}))
                .isInstanceOf(EtudeException.class)
                .hasMessageContaining("not a connection file");
        Files.writeString(file, "{}");
        assertThatThrownBy(() -> new Kernel(file, EvaluatorOptions.defaults(), new PrintStream(LOG), () -> {}))
                .isInstanceOf(EtudeException.class)
                .hasMessageContaining("no transport or ip");
    }
}
