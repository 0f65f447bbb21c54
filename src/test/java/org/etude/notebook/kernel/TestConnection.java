// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Writes connection files with free ports. They lie below those that Linux gives to outgoing connections: a port that is free
 * now shall be free when the kernel binds it.
 */
public final class TestConnection {
    private static final int FIRST_PORT = 10_000;
    private static final int LAST_PORT = 32_000;

    /** The key of all test kernels. */
    public static final String KEY = "5ca1ab1e-0ddba11";

    private static final List<String> PORTS =
            List.of("shell_port", "iopub_port", "stdin_port", "control_port", "hb_port");

    private TestConnection() {}

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
            ServerSocket socket = free();
            held.add(socket);
            file.addProperty(port, socket.getLocalPort());
        }
        for (ServerSocket socket : held) {
            socket.close();
        }
        return Files.writeString(directory.resolve("kernel.json"), file.toString());
    }

    private static ServerSocket free() throws IOException {
        InetAddress here = InetAddress.getByName("127.0.0.1");
        for (int tries = 0; ; tries++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            try {
                return new ServerSocket(port, 1, here);
            } catch (BindException e) {
                if (tries == 100) {
                    throw e;
                }
            }
        }
    }
}
