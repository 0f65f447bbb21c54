// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** A front end for tests: its own framing and signatures over real sockets. One thread uses it. */
public final class KernelClient implements AutoCloseable {
    private static final long PATIENCE_NANOS = 120_000_000_000L;

    private final ZContext context = new ZContext();
    private final JsonObject file;
    private final String session = UUID.randomUUID().toString();
    private final Map<Channel, ZMQ.Socket> sockets = new EnumMap<>(Channel.class);
    private final Map<String, Msg> replies = new HashMap<>();
    private final List<Msg> broadcasts = new ArrayList<>();
    private final List<Msg> questions = new ArrayList<>();
    private final ZMQ.Socket heartbeat;
    private final ZMQ.Poller poller;

    /** Connects to the kernel of a connection file. */
    public KernelClient(Path connectionFile) throws IOException {
        file = JsonParser.parseString(Files.readString(connectionFile)).getAsJsonObject();
        context.setLinger(0);
        sockets.put(Channel.SHELL, dealer("shell_port"));
        sockets.put(Channel.CONTROL, dealer("control_port"));
        sockets.put(Channel.STDIN, dealer("stdin_port"));
        ZMQ.Socket sub = context.createSocket(SocketType.SUB);
        sub.setRcvHWM(0);
        sub.connect(address("iopub_port"));
        sub.subscribe(new byte[0]);
        sockets.put(Channel.IOPUB, sub);
        heartbeat = context.createSocket(SocketType.REQ);
        heartbeat.connect(address("hb_port"));
        poller = context.createPoller(sockets.size());
        for (Channel channel : Channel.values()) {
            poller.register(sockets.get(channel), ZMQ.Poller.POLLIN);
        }
    }

    private ZMQ.Socket dealer(String port) {
        ZMQ.Socket socket = context.createSocket(SocketType.DEALER);
        socket.setIdentity(session.getBytes(StandardCharsets.US_ASCII));
        socket.setHWM(0);
        socket.connect(address(port));
        return socket;
    }

    private String address(String port) {
        return "tcp://" + file.get("ip").getAsString() + ':' + file.get(port).getAsInt();
    }

    /** Asks until broadcasts arrive: a subscription takes a moment. */
    public KernelClient awaitReady() {
        long until = System.nanoTime() + PATIENCE_NANOS;
        List<String> asked = new ArrayList<>();
        while (System.nanoTime() < until) {
            asked.add(send(Channel.CONTROL, "kernel_info_request", new JsonObject()));
            long short_ = System.nanoTime() + 200_000_000L;
            while (System.nanoTime() < short_) {
                pump(20);
                if (asked.stream().anyMatch(id -> replies.containsKey(id) && idle(id))) {
                    return this;
                }
            }
        }
        throw new AssertionError("the kernel does not answer");
    }

    String send(Channel channel, String type, JsonObject content) {
        JsonObject header = header(type);
        sendFrames(channel, frames(key(), header, content.toString()));
        return header.get("msg_id").getAsString();
    }

    String key() {
        return file.get("key").getAsString();
    }

    JsonObject header(String type) {
        JsonObject header = new JsonObject();
        header.addProperty("msg_id", UUID.randomUUID().toString());
        header.addProperty("session", session);
        header.addProperty("username", "test");
        header.addProperty("date", Instant.now().toString());
        header.addProperty("msg_type", type);
        header.addProperty("version", "5.4");
        return header;
    }

    /** Signed frames of a message. */
    List<byte[]> frames(String key, JsonObject header, String content) {
        List<byte[]> parts = new ArrayList<>();
        for (String part : List.of(header.toString(), "{}", "{}", content)) {
            parts.add(part.getBytes(StandardCharsets.UTF_8));
        }
        List<byte[]> frames = new ArrayList<>();
        frames.add("<IDS|MSG>".getBytes(StandardCharsets.US_ASCII));
        frames.add(signature(key, parts).getBytes(StandardCharsets.US_ASCII));
        frames.addAll(parts);
        return frames;
    }

    private static String signature(String key, List<byte[]> parts) {
        if (key.isEmpty()) {
            return "";
        }
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
            parts.forEach(mac::update);
            return HexFormat.of().formatHex(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    void sendFrames(Channel channel, List<byte[]> frames) {
        ZMQ.Socket socket = sockets.get(channel);
        for (int i = 0; i < frames.size(); i++) {
            socket.send(frames.get(i), i < frames.size() - 1 ? ZMQ.SNDMORE : 0);
        }
    }

    /** Reads what is there. */
    void pump(long millis) {
        poller.poll(millis);
        for (Channel channel : Channel.values()) {
            ZMQ.Socket socket = sockets.get(channel);
            byte[] first = socket.recv(ZMQ.DONTWAIT);
            while (first != null) {
                take(channel, read(socket, first));
                first = socket.recv(ZMQ.DONTWAIT);
            }
        }
    }

    private Msg read(ZMQ.Socket socket, byte[] first) {
        List<byte[]> frames = new ArrayList<>(List.of(first));
        while (socket.hasReceiveMore()) {
            frames.add(socket.recv());
        }
        int at = 0;
        while (!new String(frames.get(at), StandardCharsets.US_ASCII).equals("<IDS|MSG>")) {
            at++;
        }
        List<byte[]> parts = frames.subList(at + 2, at + 6);
        String signed = new String(frames.get(at + 1), StandardCharsets.US_ASCII);
        if (!signed.equals(signature(key(), parts))) {
            throw new AssertionError("the kernel sent a wrong signature");
        }
        return new Msg(
                json(parts.get(0)),
                json(parts.get(1)),
                json(parts.get(2)),
                json(parts.get(3)),
                frames.subList(at + 6, frames.size()));
    }

    private static JsonObject json(byte[] bytes) {
        return JsonParser.parseString(new String(bytes, StandardCharsets.UTF_8)).getAsJsonObject();
    }

    private void take(Channel channel, Msg message) {
        if (channel == Channel.IOPUB) {
            broadcasts.add(message);
        } else if (channel == Channel.STDIN) {
            questions.add(message);
        } else {
            replies.put(message.parentId(), message);
        }
    }

    private boolean idle(String id) {
        return broadcasts.stream()
                .anyMatch(each -> each.parentId().equals(id)
                        && each.type().equals("status")
                        && each.text("execution_state").equals("idle"));
    }

    void await(String what, BooleanSupplier condition) {
        long until = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > until) {
                throw new AssertionError("no " + what + "; replies " + replies + "; broadcasts " + broadcasts);
            }
            pump(50);
        }
    }

    Msg reply(String id) {
        await("reply", () -> replies.containsKey(id));
        return replies.get(id);
    }

    boolean replied(String id) {
        return replies.containsKey(id);
    }

    /** Reply and broadcasts of a request that has one. */
    Run finish(String id) {
        await("reply and idle", () -> replies.containsKey(id) && idle(id));
        return new Run(replies.get(id), of(id));
    }

    /** The broadcasts of a request without a reply. */
    Run finishSilent(String id) {
        await("idle", () -> idle(id));
        return new Run(null, of(id));
    }

    List<Msg> of(String id) {
        return broadcasts.stream().filter(each -> each.parentId().equals(id)).toList();
    }

    /** The broadcasts of a type, whatever asked for them. */
    List<Msg> all(String type) {
        return broadcasts.stream().filter(each -> each.type().equals(type)).toList();
    }

    Msg broadcast(String what, Predicate<Msg> wanted) {
        await(what, () -> broadcasts.stream().anyMatch(wanted));
        return broadcasts.stream().filter(wanted).findFirst().orElseThrow();
    }

    Msg question() {
        await("input_request", () -> !questions.isEmpty());
        return questions.remove(0);
    }

    void answer(String value) {
        JsonObject content = new JsonObject();
        content.addProperty("value", value);
        send(Channel.STDIN, "input_reply", content);
    }

    /** Sends a cell as front ends do; further fields by name and value. */
    String begin(String code, Object... more) {
        JsonObject content = new JsonObject();
        content.addProperty("code", code);
        content.addProperty("silent", false);
        content.addProperty("store_history", true);
        content.add("user_expressions", new JsonObject());
        content.addProperty("allow_stdin", true);
        content.addProperty("stop_on_error", true);
        for (int i = 0; i < more.length; i += 2) {
            if (more[i + 1] instanceof JsonObject object) {
                content.add((String) more[i], object);
            } else {
                content.addProperty((String) more[i], (Boolean) more[i + 1]);
            }
        }
        return send(Channel.SHELL, "execute_request", content);
    }

    /** Runs a cell to its end. */
    public Run execute(String code, Object... more) {
        return finish(begin(code, more));
    }

    Run ask(String type, JsonObject content) {
        return finish(send(Channel.SHELL, type, content));
    }

    Run control(String type, JsonObject content) {
        return finish(send(Channel.CONTROL, type, content));
    }

    /** Waits until a cell prints something. */
    void awaitOutput(String id, String text) {
        await("output " + text, () -> new Run(null, of(id)).out().contains(text));
    }

    byte[] beat(String text) {
        heartbeat.send(text);
        return heartbeat.recv();
    }

    @Override
    public void close() {
        context.close();
    }
}
