// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.astra;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.etude.conformance.model.SingleCaseLayout;
import org.etude.network.packet.file.NetworkFiles;
import org.etude.network.packet.state.PacketObservers;
import org.etude.network.packet.state.PauseLog;
import org.etude.report.EtudeException;
import org.etude.sim.PacketResult;
import org.etude.sim.PacketSimulation;
import org.etude.sim.spec.Scenario;

/**
 * Cases of the packet backend: its input files, fct.txt, pfc.txt, and the cycles of each rank. Every row of both files, in
 * order, and all cycles must be equal; with random streams too, as these are specified. Where the reference never ended or
 * failed, a full result or a diagnosis is right.
 */
public final class PacketLayout implements SingleCaseLayout {
    /** Makes the layout. */
    public PacketLayout() {}

    @Override
    public boolean holds(Path directory) {
        return PacketCase.holds(directory);
    }

    @Override
    public List<String> differences(Path directory) {
        PacketCase inputs = new PacketCase(directory);
        List<String> differences = new ArrayList<>();
        try {
            PauseLog pauses = new PauseLog();
            Scenario scenario = inputs.scenario();
            PacketResult result = PacketSimulation.run(scenario, PacketObservers.listing(pauses));
            if (inputs.whole()) {
                compare(inputs, result, pauses, differences);
            }
        } catch (EtudeException e) {
            if (inputs.whole()) {
                differences.add("failed: " + e.getMessage().lines().findFirst().orElse(""));
            }
        }
        return differences;
    }

    private static void compare(PacketCase inputs, PacketResult result, PauseLog pauses, List<String> differences) {
        List<String> flows = new ArrayList<>();
        for (int row = 0; row < result.flows().size(); row++) {
            flows.add(NetworkFiles.line(result.flows(), row));
        }
        rows("fct", flows, lines(inputs.file("fct.txt")), differences);
        List<String> expected = lines(inputs.file("pfc.txt"));
        if (!expected.isEmpty() || inputs.pauses() >= 0) {
            List<String> listed = new ArrayList<>();
            for (int row = 0; row < pauses.size(); row++) {
                listed.add(NetworkFiles.line(pauses, result.ports(), row));
            }
            if (!expected.isEmpty()) {
                rows("pfc", listed, expected, differences);
            } else if (inputs.pauses() != listed.size()) {
                differences.add("pfc: " + listed.size() + " rows, expected " + inputs.pauses());
            }
        }
        inputs.cycles().forEach((rank, cycles) -> {
            long found = result.simulation().ranks().finish()[rank];
            if (found != cycles) {
                differences.add("rank " + rank + " finishes at " + found + ", expected " + cycles);
            }
        });
    }

    private static void rows(String name, List<String> found, List<String> expected, List<String> differences) {
        if (found.size() != expected.size()) {
            differences.add(name + ": " + found.size() + " rows, expected " + expected.size());
        }
        for (int i = 0; i < Math.min(found.size(), expected.size()); i++) {
            if (!found.get(i).equals(expected.get(i))) {
                differences.add(name + ": row " + i + " is '" + found.get(i) + "', expected '" + expected.get(i) + "'");
                return;
            }
        }
    }

    /** The lines of a file or of its gzipped form; none when there is neither. */
    static List<String> lines(Path file) {
        Path packed = file.resolveSibling(file.getFileName() + ".gz");
        Path there = Files.exists(file) ? file : packed;
        if (!Files.exists(there)) {
            return List.of();
        }
        try (InputStream raw = Files.newInputStream(there);
                InputStream in = there.equals(packed) ? new GZIPInputStream(raw) : raw;
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1))) {
            return reader.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
