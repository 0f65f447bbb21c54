// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.Topology;
import org.etude.report.EtudeException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Etude's own entries in a description, changed by hand: the network is read as it is drawn, or refused in one sentence. */
class EditedDescriptionTest {
    private static final List<String> VALUES = List.of(
            "",
            "-1",
            "0",
            "1",
            "3",
            "2147483647",
            "2147483648",
            "1000000000",
            "-2147483648",
            "x",
            "2x",
            "0x4",
            "-2x-4",
            "3x3",
            "1x1x1x1x8",
            "ring",
            "ring,ring,ring,ring",
            "nan",
            "NaN",
            "1e9",
            "torus:2x2x2",
            "torus:9999x9999",
            "训");

    @TempDir
    private Path dir;

    private Path written(String shape) {
        Path file = dir.resolve("net.yaml");
        Topology.parse(shape).save(file.toString());
        return file;
    }

    /** Every entry in turn, with every value. */
    @ParameterizedTest
    @ValueSource(strings = {"torus:2x4", "fattree:4x2", "dragonfly:3x2x2", "dgx-h100:16", "hierarchical:fc:4/ring:2"})
    void eachEntryWithEachValue(String shape) throws IOException {
        Path file = written(shape);
        String text = Files.readString(file);
        int hosts = Topology.read(file.toString()).hosts();
        Matcher entry = Pattern.compile("([a-z_]+)=([^;\"\\n]*)").matcher(text);
        List<String> wrong = new ArrayList<>();
        int entries = 0;
        while (entry.find()) {
            entries++;
            for (String value : VALUES) {
                String changed = text.substring(0, entry.start(2)) + value + text.substring(entry.end(2));
                Files.writeString(file, changed);
                try {
                    int found = Topology.read(file.toString()).hosts();
                    if (found != hosts) {
                        wrong.add(entry.group() + " -> " + value + ": " + found + " hosts");
                    }
                } catch (EtudeException e) {
                    if (!e.getMessage().contains("net.yaml")) {
                        wrong.add(entry.group() + " -> " + value + " names no file: " + e.getMessage());
                    }
                } catch (RuntimeException | OutOfMemoryError e) {
                    wrong.add(entry.group() + " -> " + value + ": " + e);
                }
            }
        }
        assertThat(entries).isGreaterThan(3);
        assertThat(wrong).isEmpty();
    }
}
