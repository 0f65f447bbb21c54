package org.etude.notebook.kernel;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes connection files with free ports. */
public final class ConnectionFile {
    /** The key of all test kernels. */
    public static final String KEY = "5ca1ab1e-0ddba11";

    private static final List<String> PORTS =
            List.of("shell_port", "iopub_port", "stdin_port", "control_port", "hb_port");

    private ConnectionFile() {}

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
            ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
            held.add(socket);
            file.addProperty(port, socket.getLocalPort());
        }
        for (ServerSocket socket : held) {
            socket.close();
        }
        return Files.writeString(directory.resolve("kernel.json"), file.toString());
    }
}
