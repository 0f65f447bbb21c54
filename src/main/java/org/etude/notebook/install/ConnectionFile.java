// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

import io.github.spencerpark.jupyter.messages.HMACGenerator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.etude.notebook.ipynb.NotebookFile;

/**
 * Tells a kernel where to listen and which key signs messages.
 *
 * @param file its path; readable by its owner only
 * @param ports by channel
 * @param key the secret
 */
record ConnectionFile(Path file, Map<String, Integer> ports, String key) implements AutoCloseable {
    static final String SHELL = "shell";
    static final String CONTROL = "control";
    static final String OUTPUT = "iopub";

    private static final List<String> CHANNELS = List.of(SHELL, CONTROL, OUTPUT, "stdin", "hb");
    private static final String ADDRESS = "127.0.0.1";

    /** Writes a connection file with five free ports of this machine. */
    static ConnectionFile write() throws IOException {
        Map<String, Integer> ports = freePorts();
        String key = UUID.randomUUID().toString();
        Map<String, Object> tree = new HashMap<>();
        ports.forEach((channel, port) -> tree.put(channel + "_port", port));
        tree.putAll(Map.of(
                "transport",
                "tcp",
                "ip",
                ADDRESS,
                "key",
                key,
                "signature_scheme",
                "hmac-sha256",
                "kernel_name",
                "etude"));
        Path file = Files.createTempFile("etude-kernel-", ".json", ownersOnly());
        Files.write(file, NotebookFile.json(tree).getBytes(StandardCharsets.UTF_8));
        return new ConnectionFile(file, ports, key);
    }

    /** The signature of messages with the key. */
    HMACGenerator signatures() {
        try {
            return new HMACGenerator("HmacSHA256", key);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    /** The address of a channel. */
    String address(String channel) {
        return "tcp://" + ADDRESS + ":" + ports.get(channel);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }

    /** All ports are held until the last one is found, so that they differ. */
    private static Map<String, Integer> freePorts() throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        try {
            Map<String, Integer> ports = new HashMap<>();
            for (String channel : CHANNELS) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(ADDRESS));
                held.add(socket);
                ports.put(channel, socket.getLocalPort());
            }
            return ports;
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
    }

    private static FileAttribute<?>[] ownersOnly() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
