// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.triosim;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.etude.compat.triosim.TrioSimTimeline;
import org.etude.compat.triosim.trace.TimedMessage;
import org.etude.compat.triosim.trace.TimedOp;

/**
 * What the original did when: {@code timelines/ID.ops.csv.gz} and {@code ID.msgs.csv.gz}, compared row by row. Where
 * the original did several things at one time their order in the file says nothing, so both sides are sorted.
 */
final class RecordedTimeline {
    private static final double TOLERANCE = 1e-9;

    private final List<Row> ops;
    private final List<Row> messages;

    private RecordedTimeline(List<Row> ops, List<Row> messages) {
        this.ops = ops;
        this.messages = messages;
    }

    /** That of a run, where one was recorded. */
    static Optional<RecordedTimeline> find(Path directory, String id) {
        Path folder = directory.resolve("timelines");
        Path ops = folder.resolve(id + ".ops.csv.gz");
        Path messages = folder.resolve(id + ".msgs.csv.gz");
        return Files.isRegularFile(ops) && Files.isRegularFile(messages)
                ? Optional.of(new RecordedTimeline(
                        read(ops, RecordedTimeline::op), read(messages, RecordedTimeline::message)))
                : Optional.empty();
    }

    /**
     * The first row that differs of the operators and of the messages.
     *
     * @param named whether the GPUs' numbers count; where memory runs short, Go's map order says which of several GPUs that
     *     do the same stops first
     */
    List<String> differences(TrioSimTimeline found, boolean named) {
        List<String> all = new ArrayList<>();
        UnaryOperator<Row> view = named ? row -> row : Row::nameless;
        compare("operator", ops.stream(), found.ops().stream().map(RecordedTimeline::row), view, all);
        compare("message", messages.stream(), found.messages().stream().map(RecordedTimeline::row), view, all);
        return all;
    }

    /** When something happened and what it was. */
    private record Row(double start, double end, String what) {
        /** Times as floats, so that digits that rounding may change do not order rows. */
        static final Comparator<Row> ORDER = Comparator.<Row>comparingDouble(row -> (float) row.start)
                .thenComparing(Row::what)
                .thenComparingDouble(Row::end);

        Row nameless() {
            return new Row(start, end, what.replaceAll("GPU[0-9]+", "GPU"));
        }

        boolean near(Row other) {
            return near(start, other.start) && near(end, other.end) && what.equals(other.what);
        }

        private static boolean near(double found, double wanted) {
            return Math.abs(found - wanted) <= TOLERANCE * Math.abs(wanted);
        }
    }

    private static Row row(TimedOp op) {
        return new Row(op.start(), op.end(), text("GPU" + op.gpu(), op.microBatch(), op.index()));
    }

    private static Row row(TimedMessage message) {
        String what = text(
                port(message.from()),
                port(message.to()),
                message.bytes(),
                message.kind().label(),
                message.microBatch());
        return new Row(message.sent(), message.arrived(), what);
    }

    private static String text(Object... values) {
        return Stream.of(values).map(String::valueOf).collect(Collectors.joining(" "));
    }

    private static String port(int place) {
        return place == TimedMessage.REMOTE ? "RemotePort" : "GPU" + place + "Port";
    }

    private static void compare(
            String what, Stream<Row> expected, Stream<Row> made, UnaryOperator<Row> view, List<String> differences) {
        List<Row> wanted = expected.map(view).sorted(Row.ORDER).toList();
        List<Row> found = made.map(view).sorted(Row.ORDER).toList();
        if (wanted.size() != found.size()) {
            differences.add(found.size() + " rows of " + what + "s, expected " + wanted.size());
            return;
        }
        for (int i = 0; i < wanted.size(); i++) {
            if (!found.get(i).near(wanted.get(i))) {
                differences.add(what + " " + i + " is " + found.get(i) + ", expected " + wanted.get(i));
                return;
            }
        }
    }

    private static Row op(String[] cells) {
        return new Row(
                Double.parseDouble(cells[3]), Double.parseDouble(cells[4]), text("GPU" + cells[0], cells[1], cells[2]));
    }

    private static Row message(String[] cells) {
        return new Row(
                Double.parseDouble(cells[0]),
                Double.parseDouble(cells[1]),
                text(cells[2], cells[3], cells[4], cells[5], cells[6]));
    }

    private static List<Row> read(Path file, Function<String[], Row> parser) {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            return in.lines()
                    .skip(1)
                    .map(line -> parser.apply(line.split(",", -1)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
