// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.etude.trace.load.TraceFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files give a trace or a {@link TraceException} and nothing else; every run damages them in the same way. */
class TraceFuzzTest {
    private static final String[] INSERTS = {
        "NaN",
        "-Infinity",
        "1e999999999",
        "\"",
        "\\",
        "\\u",
        "\\ud800",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "null",
        "\u0000",
        "\uFEFF",
        "9".repeat(1001),
        "\"" + "x".repeat(5000) + "\"",
        "[".repeat(1001),
        "-",
        "18446744073709551616",
        "\"ph\":\"B\",",
        "\"nodes\":[",
        "\"traceEvents\":[{",
        "\"id\":1,\"id\":2,"
    };

    @TempDir
    Path dir;

    private int loaded;
    private int refused;

    @Test
    void damageOfTheContent() {
        mutate(1, 1000);
        assertThat(loaded).isPositive();
        assertThat(refused).isPositive();
    }

    @Test
    @Tag("campaign")
    void muchDamageOfTheContent() {
        mutate(2, 20_000);
        assertThat(loaded + refused).isEqualTo(20_000);
    }

    private void mutate(long seed, int count) {
        Random random = new Random(seed);
        byte[][] bases = {
            TraceFiles.DEVICE.getBytes(StandardCharsets.UTF_8), TraceFiles.HOST.getBytes(StandardCharsets.UTF_8)
        };
        for (int i = 0; i < count; i++) {
            byte[] bytes = bases[i & 1];
            for (int k = random.nextInt(4); k >= 0; k--) {
                bytes = damage(bytes, random);
            }
            outcome(bytes, "seed " + seed + ", input " + i);
        }
    }

    private static byte[] damage(byte[] from, Random random) {
        byte[] bytes = from.clone();
        int at = random.nextInt(Math.max(bytes.length, 1));
        switch (bytes.length == 0 ? 6 : random.nextInt(7)) {
            case 0 -> bytes[at] = (byte) random.nextInt(256);
            case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 2 -> bytes = Arrays.copyOf(bytes, at);
            case 3 -> bytes = splice(bytes, at, Math.min(bytes.length, at + random.nextInt(40)), new byte[0]);
            case 4 -> {
                int to = Math.min(bytes.length, at + random.nextInt(200));
                bytes = splice(bytes, to, to, Arrays.copyOfRange(bytes, at, to));
            }
            case 5 -> bytes = TraceFiles.gzip(bytes);
            default -> {
                String insert = INSERTS[random.nextInt(INSERTS.length)];
                bytes = splice(bytes, at, at, insert.getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes;
    }

    private static byte[] splice(byte[] bytes, int from, int to, byte[] insert) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, Math.min(from, bytes.length));
        out.writeBytes(insert);
        out.write(bytes, Math.min(to, bytes.length), bytes.length - Math.min(to, bytes.length));
        return out.toByteArray();
    }

    private void outcome(byte[] bytes, String label) {
        Path file = TraceFiles.write(dir.resolve("device_0.json"), bytes);
        for (boolean lenient : new boolean[] {false, true}) {
            try {
                TraceSet traces = lenient ? TraceFiles.loadLeniently(file) : TraceFiles.load(file);
                touch(traces);
                loaded += lenient ? 1 : 0;
            } catch (TraceException e) {
                assertThat(e.getMessage()).as(label).contains(file.toString());
                refused += lenient ? 1 : 0;
            }
        }
    }

    /** Every accessor of every row must answer. */
    private static void touch(TraceSet traces) {
        for (RankTrace rank : traces.ranks()) {
            for (int i = 0; rank.device() != null && i < rank.device().size(); i++) {
                DeviceTrace d = rank.device();
                assertThat(d.durationNanos(i)).isNotNegative();
                assertThat(d.endNanos(i)).isGreaterThanOrEqualTo(d.startNanos(i));
                assertThat(d.laneName(d.lane(i))).isNotNull();
                assertThat(d.name(i)).isNotNull();
                assertThat(d.stream(i)).isGreaterThanOrEqualTo(-1);
                assertThat(i == 0 || d.startNanos(i - 1) <= d.startNanos(i)).isTrue();
            }
            for (int i = 0; rank.host() != null && i < rank.host().size(); i++) {
                HostTrace h = rank.host();
                assertThat(h.inputs(i)).isNotNull();
                assertThat(h.parent(i)).isBetween(-1, h.size() - 1);
                assertThat(i == 0 || h.id(i - 1) <= h.id(i)).isTrue();
            }
        }
    }

    @Test
    void truncationAtEvery64thByte() {
        for (String text : new String[] {TraceFiles.DEVICE, TraceFiles.HOST}) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            byte[] packed = TraceFiles.gzip(bytes);
            for (int at = 0; at < bytes.length - 2; at += 64) {
                int before = refused;
                outcome(Arrays.copyOf(bytes, at), "cut at " + at);
                assertThat(refused - before).isBetween(0, 1);
            }
            for (int at = 0; at < packed.length; at += 16) {
                outcome(Arrays.copyOf(packed, at), "packed, cut at " + at);
            }
        }
    }

    @Test
    void bombsEnd() {
        outcome(TraceFiles.gzip(" ".repeat(20_000_000)), "white space");
        outcome(TraceFiles.gzip("[".repeat(5_000_000)), "brackets");
        outcome(TraceFiles.gzip("{\"traceEvents\":[{\"name\":\"" + "x".repeat(20_000_000)), "a long name");
        outcome(TraceFiles.gzip("{\"a\":" + "[".repeat(999) + "]".repeat(999) + ",\"nodes\":[]}"), "deep but legal");
        assertThat(loaded)
                .as("the long name leaves an empty list, the deep one is legal")
                .isEqualTo(2);
    }
}
