// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.flight.FlightEntry.State;
import org.etude.link.collective.CollectiveNames;
import org.etude.spec.CollectiveType;

/** Converts the dicts of records to entries; equal texts are shared. */
final class EntryReader {
    private static final Pattern MESSAGE = Pattern.compile("(send|recv) (\\d{1,9})(->|<-)(\\d{1,9})");
    private final Map<String, String> texts = new HashMap<>();

    private String shared(String text) {
        return texts.computeIfAbsent(text, t -> t);
    }

    FlightEntry read(FlightValues values) {
        String name = shared(values.requiredText("profiling_name"));
        List<String> group = values.texts("process_group");
        Matcher message = MESSAGE.matcher(name);
        boolean isMessage = message.find();
        boolean send = isMessage && message.group(1).equals("send");
        int self = isMessage ? Integer.parseInt(message.group(2)) : -1;
        int peer = isMessage ? Integer.parseInt(message.group(4)) : -1;
        // "send 0->1" and "recv 1<-0": the rank itself comes first. Early versions write "recv 0->1", with the sender
        // first.
        boolean arrow = isMessage && message.group(3).equals("->");
        long created = values.whole("time_created_ns", 0);
        return new FlightEntry(
                values.whole("record_id", 0),
                shared(group.isEmpty() ? String.valueOf(values.required("pg_id", "pg_id")) : group.get(0)),
                group.size() < 2 ? "" : shared(group.get(1)),
                sequence(values, isMessage),
                values.whole("op_id", 0),
                name,
                isMessage ? send ? CollectiveType.SEND : CollectiveType.RECV : typeOf(name),
                send || arrow ? self : peer,
                send || arrow ? peer : self,
                values.bytes("input_sizes", "input_dtypes"),
                values.bytes("output_sizes", "output_dtypes"),
                state(values),
                created,
                values.whole("time_discovered_started_ns", 0),
                values.whole("time_discovered_completed_ns", 0),
                values.flag("retired"),
                values.whole("timeout_ms", 0),
                caller(values));
    }

    /**
     * The sequence number that identifies matching records of different ranks; versions up to 2.0 call it {@code
     * seq_id}. Messages are numbered separately.
     */
    private static long sequence(FlightValues values, boolean isMessage) {
        if (values.flag("is_p2p")) {
            return values.whole("p2p_seq_id", -1);
        }
        return isMessage ? values.whole("collective_seq_id", -1) : values.required("collective_seq_id", "seq_id");
    }

    private static State state(FlightValues values) {
        String state = values.requiredText("state");
        return switch (state) {
            case "completed" -> State.COMPLETED;
            case "started" -> State.STARTED;
            case "scheduled" -> State.SCHEDULED;
            default -> throw values.bad("state", "scheduled, started or completed", state);
        };
    }

    private static CollectiveType typeOf(String name) {
        CollectiveType type = CollectiveNames.ofOperator(name);
        return type == null ? CollectiveType.UNKNOWN : type;
    }

    private String caller(FlightValues values) {
        String last = "";
        for (Object frame : values.list("frames")) {
            FlightValues at = new FlightValues(frame, "frames");
            String file = at.text("filename", "");
            last = file + ":" + at.whole("line", 0);
            if (!file.isEmpty() && !file.contains("torch/") && !file.contains("torch\\")) {
                return shared(last);
            }
        }
        return shared(last);
    }
}
