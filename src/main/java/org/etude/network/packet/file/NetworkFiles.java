// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import org.etude.network.packet.device.EcmpHash;
import org.etude.network.packet.device.FlowLog;
import org.etude.network.packet.device.FlowPaths;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.packet.state.PauseLog;
import org.etude.network.packet.state.PortRecorder;
import org.etude.network.packet.state.PortStatistics;
import org.etude.report.AtomicFiles;
import org.etude.report.IoReason;

/**
 * Writes the files that the reference writes: finished flows, pauses, and queues (the latter downsampled, peaks kept).
 */
public final class NetworkFiles {
    private NetworkFiles() {}

    /** Writes the rows of a text file. */
    @FunctionalInterface
    private interface Lines {
        void writeTo(Writer out) throws IOException;
    }

    /**
     * Writes {@code fct.txt}: addresses (hex), ports, bytes, start, completion time and ideal completion time in ns.
     *
     * @throws PacketNetworkException when it cannot be written
     */
    public static void writeFlows(Path file, FlowLog flows) {
        write(file, out -> {
            for (int row = 0; row < flows.size(); row++) {
                out.write(line(flows, row));
                out.write('\n');
            }
        });
    }

    /** One row of {@code fct.txt}. */
    public static String line(FlowLog flows, int row) {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(EcmpHash.address(flows.source(row)))
                + " " + hex.toHexDigits(EcmpHash.address(flows.destination(row)))
                + " " + flows.sourcePort(row)
                + " " + FlowPaths.DESTINATION_PORT
                + " " + flows.bytes(row)
                + " " + flows.startNanos(row)
                + " " + flows.completionNanos(row)
                + " " + flows.idealNanos(row);
    }

    /**
     * Writes {@code pfc.txt}: time in ns, node, 1 for a switch, port number, 1 for a pause and 0 for a resume.
     *
     * @throws PacketNetworkException when it cannot be written
     */
    public static void writePauses(Path file, PauseLog pauses, PortStatistics ports) {
        write(file, out -> {
            for (int row = 0; row < pauses.size(); row++) {
                out.write(line(pauses, ports, row));
                out.write('\n');
            }
        });
    }

    /** One row of {@code pfc.txt}. */
    public static String line(PauseLog pauses, PortStatistics ports, int row) {
        int port = pauses.port(row);
        return pauses.nanos(row) + " " + ports.node(port) + " " + (ports.isHost(port) ? 0 : 1) + " "
                + ports.number(port) + " " + (pauses.pause(row) ? 1 : 0);
    }

    /**
     * Writes {@code qlen.txt}: start of the interval in ns, its length, node, port number, most bytes queued, bytes
     * sent; one row for each interval and port with any activity.
     *
     * @throws PacketNetworkException when it cannot be written
     */
    public static void writeQueues(Path file, PortRecorder recorder, PortStatistics ports) {
        write(file, out -> {
            for (int span = 0; span < recorder.size(); span++) {
                for (int port = 0; port < ports.size(); port++) {
                    long peak = recorder.peakQueueBytes(port, span);
                    long sent = recorder.sentBytes(port, span);
                    if (peak > 0 || sent > 0) {
                        out.write(span * recorder.spanNanos() + " " + recorder.spanNanos() + " " + ports.node(port)
                                + " " + ports.number(port) + " " + peak + " " + sent + "\n");
                    }
                }
            }
        });
    }

    private static void write(Path file, Lines lines) {
        try {
            AtomicFiles.write(file, out -> {
                Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.US_ASCII), 1 << 16);
                lines.writeTo(writer);
                writer.flush();
            });
        } catch (IOException e) {
            throw new PacketNetworkException(IoReason.notWritten(file, e), IoReason.notWrittenAdvice(e), null, e);
        }
    }
}
