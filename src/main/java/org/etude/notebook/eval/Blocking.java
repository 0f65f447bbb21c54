// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Replaces, in cells, socket calls that an interrupt cannot end: registers the socket so that interrupting the cell can
 * close it. Public only because cells call it.
 */
public final class Blocking {
    private Blocking() {}

    /** {@link ServerSocket#accept()}. */
    public static Socket accept(ServerSocket socket) throws IOException {
        remember(socket);
        return socket.accept();
    }

    /** {@link Socket#getInputStream()}. */
    public static InputStream getInputStream(Socket socket) throws IOException {
        remember(socket);
        return socket.getInputStream();
    }

    /** {@link DatagramSocket#receive(DatagramPacket)}. */
    public static void receive(DatagramSocket socket, DatagramPacket packet) throws IOException {
        remember(socket);
        socket.receive(packet);
    }

    private static void remember(AutoCloseable socket) {
        CellThreads group = CellThreads.current();
        if (group != null) {
            group.closeOnStop(socket);
        }
    }
}
