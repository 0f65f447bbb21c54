// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Stands in cells for the calls of sockets that no interrupt can end: remembers the socket, so that an interrupt of the cell
 * can close it. Public because cells call it; of no other use.
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
