// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
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
    private static final int PILED = 1 << 15;

    private NetworkFiles() {}

    /** Writes the rows of a text file. */
    @FunctionalInterface
    private interface Lines {
        void writeTo(TextRows rows, OutputStream out) throws IOException;
    }

    /**
     * Writes {@code fct.txt}: addresses (hex), ports, bytes, start, completion time and ideal completion time in ns.
     *
     * @throws PacketNetworkException when it cannot be written
     */
    public static void writeFlows(Path file, FlowLog flows) {
        write(file, (rows, out) -> {
            for (int row = 0; row < flows.size(); row++) {
                flow(rows, flows, row);
                rows.endRow(out);
            }
        });
    }

    /** One row of {@code fct.txt}. */
    public static String line(FlowLog flows, int row) {
        TextRows rows = new TextRows(0);
        flow(rows, flows, row);
        return rows.toString();
    }

    private static void flow(TextRows rows, FlowLog flows, int row) {
        rows.hex(EcmpHash.address(flows.source(row)));
        rows.hex(EcmpHash.address(flows.destination(row)));
        rows.number(flows.sourcePort(row));
        rows.number(FlowPaths.DESTINATION_PORT);
        rows.number(flows.bytes(row));
        rows.number(flows.startNanos(row));
        rows.number(flows.completionNanos(row));
        rows.number(flows.idealNanos(row));
    }

    /**
     * Writes {@code pfc.txt}: time in ns, node, 1 for a switch, port number, 1 for a pause and 0 for a resume.
     *
     * @throws PacketNetworkException when it cannot be written
     */
    public static void writePauses(Path file, PauseLog pauses, PortStatistics ports) {
        write(file, (rows, out) -> {
            for (int row = 0; row < pauses.size(); row++) {
                pause(rows, pauses, ports, row);
                rows.endRow(out);
            }
        });
    }

    /** One row of {@code pfc.txt}. */
    public static String line(PauseLog pauses, PortStatistics ports, int row) {
        TextRows rows = new TextRows(0);
        pause(rows, pauses, ports, row);
        return rows.toString();
    }

    private static void pause(TextRows rows, PauseLog pauses, PortStatistics ports, int row) {
        int port = pauses.port(row);
        rows.number(pauses.nanos(row));
        rows.number(ports.node(port));
        rows.number(ports.isHost(port) ? 0 : 1);
        rows.number(ports.number(port));
        rows.number(pauses.pause(row) ? 1 : 0);
    }

    /**
     * Writes {@code qlen.txt}: start of the interval in ns, its length, node, port number, most bytes queued, bytes
     * sent; one row for each interval and port with any activity.
     *
     * @throws PacketNetworkException when it cannot be written
     */
    public static void writeQueues(Path file, PortRecorder recorder, PortStatistics ports) {
        write(file, (rows, out) -> {
            for (int span = 0; span < recorder.size(); span++) {
                for (int port = 0; port < ports.size(); port++) {
                    long peak = recorder.peakQueueBytes(port, span);
                    long sent = recorder.sentBytes(port, span);
                    if (peak > 0 || sent > 0) {
                        rows.number(span * recorder.spanNanos());
                        rows.number(recorder.spanNanos());
                        rows.number(ports.node(port));
                        rows.number(ports.number(port));
                        rows.number(peak);
                        rows.number(sent);
                        rows.endRow(out);
                    }
                }
            }
        });
    }

    private static void write(Path file, Lines lines) {
        try {
            AtomicFiles.write(file, out -> {
                TextRows rows = new TextRows(PILED);
                lines.writeTo(rows, out);
                rows.flush(out);
            });
        } catch (IOException e) {
            throw new PacketNetworkException(IoReason.notWritten(file, e), IoReason.notWrittenAdvice(e), null, e);
        }
    }
}
