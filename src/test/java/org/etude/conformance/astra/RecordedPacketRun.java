// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.astra;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.etude.network.packet.congestion.RateControls;
import org.etude.network.packet.file.NetworkFiles;
import org.etude.network.packet.state.PacketObservers;
import org.etude.network.packet.state.PauseLog;
import org.etude.sim.PacketResult;
import org.etude.sim.PacketSimulation;
import org.etude.sim.spec.Scenario;

/**
 * A packet run of which the reference's figures are known.
 *
 * @param cycles when each rank finished, ns
 * @param flows rows of fct.txt
 * @param fct digest of these rows
 * @param pauses rows of pfc.txt
 * @param pfc digest of these rows; empty when there are none
 */
public record RecordedPacketRun(
        String name, Scenario scenario, long[] cycles, int flows, String fct, int pauses, String pfc) {
    private static final int DIGITS = 16;

    @Override
    public String toString() {
        return name;
    }

    /** Runs it; every line is a difference. */
    public List<String> differences(Scenario changed, RateControls controls) {
        PauseLog log = new PauseLog();
        PacketResult result = PacketSimulation.run(changed, PacketObservers.listing(log), controls);
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < result.flows().size(); row++) {
            rows.add(NetworkFiles.line(result.flows(), row));
        }
        List<String> frames = new ArrayList<>();
        for (int row = 0; row < log.size(); row++) {
            frames.add(NetworkFiles.line(log, result.ports(), row));
        }
        List<String> differences = new ArrayList<>();
        for (int rank = 0; rank < cycles.length; rank++) {
            long found = result.simulation().ranks().finish()[rank];
            if (found != cycles[rank]) {
                differences.add("rank " + rank + " finishes at " + found + ", expected " + cycles[rank]);
            }
        }
        compare("flows", rows.size(), flows, differences);
        compare("fct rows", digest(rows), fct, differences);
        compare("pauses", frames.size(), pauses, differences);
        if (!pfc.isEmpty()) {
            compare("pfc rows", digest(frames), pfc, differences);
        }
        return differences;
    }

    private static void compare(String what, Object found, Object expected, List<String> differences) {
        if (!found.equals(expected)) {
            differences.add(what + ": " + found + ", expected " + expected);
        }
    }

    private static String digest(List<String> rows) {
        try {
            byte[] text = String.join("\n", rows).getBytes(StandardCharsets.UTF_8);
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(text);
            return HexFormat.of().formatHex(sum).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
