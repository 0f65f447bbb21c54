// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;
import zmq.ZError;

/**
 * The thread that owns some sockets. A ZeroMQ socket belongs to one thread: closing it from another one can block the termination
 * of its context indefinitely, so the thread that serves a socket also closes it.
 */
final class SocketThread extends Thread {
    private final ZMQ.Context context;
    private final List<ZMQ.Socket> own;
    private final Callable<?> service;
    private final KernelLog log;

    /**
     * Creates a thread, not yet started.
     *
     * @param own sockets that only this thread uses from now on
     * @param service serves them and returns when they are to be closed; if it throws, this is logged and it is
     *     called again, until the context ends
     */
    SocketThread(String name, ZMQ.Context context, List<ZMQ.Socket> own, Callable<?> service, KernelLog log) {
        super(name);
        setDaemon(true);
        this.context = context;
        this.own = own;
        this.service = service;
        this.log = log;
    }

    @Override
    public void run() {
        boolean on = true;
        while (on) {
            Optional<Throwable> thrown = Guarded.run(service);
            on = thrown.isPresent() && !context.isClosed() && !ended(thrown.get());
            if (on) {
                Guarded.run(() -> log.failure("on " + getName(), thrown.get()));
            }
        }
        own.forEach(ZMQ.Socket::close);
    }

    private static boolean ended(Throwable thrown) {
        return thrown instanceof ZMQException zmq
                && (zmq.getErrorCode() == ZError.ETERM || zmq.getErrorCode() == ZError.EINTR);
    }
}
