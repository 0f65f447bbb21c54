// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;

/**
 * Writes connection files with free ports: a port that is free now shall be free when the kernel binds it. So they lie below those that
 * Linux gives to outgoing connections, and in a block that no other JVM draws from as long as this one holds its first port.
 */
public final class TestConnection {
    private static final int FIRST_PORT = 10_000;
    private static final int LAST_PORT = 32_000;
    private static final int BLOCK = 500;
    private static final int TRIES = 100;

    /** The key of all test kernels. */
    public static final String KEY = "5ca1ab1e-0ddba11";

    private static final List<String> PORTS =
            List.of("shell_port", "iopub_port", "stdin_port", "control_port", "hb_port");

    /** Holds this JVM's block. */
    private static final ServerSocket FIRST = first();

    private TestConnection() {}

    private static ServerSocket first() {
        try {
            return free(
                    () -> FIRST_PORT + BLOCK * ThreadLocalRandom.current().nextInt((LAST_PORT - FIRST_PORT) / BLOCK));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file in a directory, with a key. */
    public static Path in(Path directory) throws IOException {
        return write(directory, KEY);
    }

    static Path write(Path directory, String key) throws IOException {
        JsonObject file = new JsonObject();
        file.addProperty("transport", "tcp");
        file.addProperty("ip", "127.0.0.1");
        file.addProperty("key", key);
        file.addProperty("signature_scheme", "hmac-sha256");
        file.addProperty("kernel_name", "etude");
        List<ServerSocket> held = new ArrayList<>();
        for (String port : PORTS) {
            ServerSocket socket = free(
                    () -> FIRST.getLocalPort() + ThreadLocalRandom.current().nextInt(1, BLOCK));
            held.add(socket);
            file.addProperty(port, socket.getLocalPort());
        }
        for (ServerSocket socket : held) {
            socket.close();
        }
        return Files.writeString(directory.resolve("kernel.json"), file.toString());
    }

    private static ServerSocket free(IntSupplier ports) throws IOException {
        InetAddress here = InetAddress.getByName("127.0.0.1");
        for (int tries = 0; ; tries++) {
            try {
                return new ServerSocket(ports.getAsInt(), 1, here);
            } catch (BindException e) {
                if (tries == TRIES) {
                    throw e;
                }
            }
        }
    }
}
