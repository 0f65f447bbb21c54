// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import com.google.gson.JsonObject;
import io.github.spencerpark.jupyter.kernel.comm.Comm;
import io.github.spencerpark.jupyter.kernel.comm.CommFactory;
import io.github.spencerpark.jupyter.kernel.comm.CommManager;
import io.github.spencerpark.jupyter.kernel.comm.CommTarget;
import io.github.spencerpark.jupyter.messages.Header;
import io.github.spencerpark.jupyter.messages.KernelTimestamp;
import io.github.spencerpark.jupyter.messages.Message;
import io.github.spencerpark.jupyter.messages.MessageType;
import io.github.spencerpark.jupyter.messages.comm.CommCloseCommand;
import io.github.spencerpark.jupyter.messages.comm.CommMsgCommand;
import io.github.spencerpark.jupyter.messages.comm.CommOpenCommand;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.etude.notebook.wire.WireFormat;
import org.etude.notebook.wire.WireMessage;

/** The base kernel's comms over this kernel's channels: thread-safe, and sending never blocks. */
final class Comms extends CommManager {
    private static final String KERNEL = "kernel";

    private final Sockets sockets;
    private final WireFormat format;
    private final String session;
    private volatile WireMessage parent = WireMessage.none();

    Comms(Sockets sockets, WireFormat format, String session) {
        this.sockets = sockets;
        this.format = format;
        this.session = session;
        targets = new ConcurrentHashMap<>();
        comms = new ConcurrentHashMap<>();
    }

    /** The request to which messages sent by comms currently belong. */
    WireMessage parent() {
        return parent;
    }

    /** Sets the request to which messages sent by comms belong. */
    void parent(WireMessage request) {
        parent = request;
    }

    /** The handlers by message type. */
    Map<String, RequestHandler> handlers() {
        return Map.of("comm_open", this::opened, "comm_msg", this::received, "comm_close", this::closed);
    }

    private void opened(Request request) {
        WireMessage message = request.message();
        parent(message);
        String id = message.text("comm_id", "");
        String name = message.text("target_name", "");
        CommTarget target = targets.get(name);
        if (target == null) {
            send("comm_close", Map.of("comm_id", id, "data", Map.of()), new JsonObject(), List.of());
            return;
        }
        CommOpenCommand open = new CommOpenCommand(id, name, message.object("data"));
        registerComm(target.createComm(this, id, name, typed(message, CommOpenCommand.MESSAGE_TYPE, open)));
    }

    private void received(Request request) {
        WireMessage message = request.message();
        parent(message);
        CommMsgCommand command = new CommMsgCommand(message.text("comm_id", ""), message.object("data"));
        handleCommMsgCommand(new SilentReplies(), typed(message, CommMsgCommand.MESSAGE_TYPE, command));
    }

    private void closed(Request request) {
        WireMessage message = request.message();
        parent(message);
        String id = message.text("comm_id", "");
        if (comms.containsKey(id)) {
            CommCloseCommand close = new CommCloseCommand(id, message.object("data"));
            handleCommCloseCommand(new SilentReplies(), typed(message, CommCloseCommand.MESSAGE_TYPE, close));
        }
    }

    /** Answers which comms are open. */
    void info(Request request) {
        String target = request.message().text("target_name", "");
        Map<String, Object> open = new LinkedHashMap<>();
        comms.values().stream()
                .filter(comm -> target.isEmpty() || comm.getTargetName().equals(target))
                .forEach(comm -> open.put(comm.getID(), Map.of("target_name", comm.getTargetName())));
        request.reply(Map.of("status", "ok", "comms", open));
    }

    @Override
    public <T extends Comm> T openComm(String target, CommFactory<T> factory) {
        return openComm(target, new JsonObject(), new JsonObject(), factory);
    }

    /** Opens a comm with data in its first message. */
    <T extends Comm> T openComm(String target, JsonObject data, JsonObject metadata, CommFactory<T> factory) {
        String id = UUID.randomUUID().toString();
        CommOpenCommand open = new CommOpenCommand(id, target, data);
        T comm = factory.produce(this, id, target, typed(parent, CommOpenCommand.MESSAGE_TYPE, open));
        registerComm(comm);
        send("comm_open", Map.of("comm_id", id, "target_name", target, "data", data), metadata, List.of());
        return comm;
    }

    @Override
    public void messageComm(String id, JsonObject data) {
        messageComm(id, data, null, null);
    }

    @Override
    public void messageComm(String id, JsonObject data, Map<String, Object> metadata, List<byte[]> buffers) {
        JsonObject meta =
                metadata == null ? new JsonObject() : format.tree(metadata).getAsJsonObject();
        send("comm_msg", Map.of("comm_id", id, "data", data), meta, buffers == null ? List.of() : buffers);
    }

    @Override
    public void closeComm(Comm comm) {
        if (comms.remove(comm.getID()) != null) {
            send("comm_close", Map.of("comm_id", comm.getID(), "data", Map.of()), new JsonObject(), List.of());
        }
    }

    private void send(String type, Map<String, ?> content, JsonObject metadata, List<byte[]> buffers) {
        JsonObject body = format.tree(content).getAsJsonObject();
        sockets.send(
                Channel.IOPUB, parent.broadcast(type, body, metadata, session).withBuffers(buffers));
    }

    /** Converts a message to the base kernel's types, which comms use. */
    private <T> Message<T> typed(WireMessage message, MessageType<T> type, T content) {
        Header<T> header = new Header<>(
                UUID.randomUUID().toString(),
                KERNEL,
                message.session(),
                new KernelTimestamp(Instant.now().toString()),
                type,
                WireMessage.PROTOCOL);
        return new Message<>(message.identities(), header, null, Map.of(), content, message.buffers());
    }
}
