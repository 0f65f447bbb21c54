// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import java.util.List;
import org.etude.report.Internal;

/**
 * Settings of switches.
 *
 * @param ecn whether switches mark packets
 * @param marks ECN thresholds by port rate
 * @param nearestMarks whether a port with an unlisted rate uses the thresholds of the nearest listed rate, scaled by
 *     the rates; otherwise it marks every packet that leaves others queued, as in the reference
 * @param pfc whether devices obey PAUSE frames; without it buffers overflow
 * @param bufferBytes the buffer of a switch
 * @param headroomFactor headroom of a port in bandwidth-delay products of its link
 * @param passive number of switches, counted from the first, that only forward and neither mark packets nor pause their
 *     peers, such as SimAI's NVSwitches; 0 as in the reference
 * @param trimming whether a packet that finds the buffer full is trimmed to its header, which is forwarded with
 *     priority; false as in the reference
 */
@Internal
public record SwitchSpec(
        boolean ecn,
        List<EcnThreshold> marks,
        boolean nearestMarks,
        boolean pfc,
        long bufferBytes,
        int headroomFactor,
        int passive,
        boolean trimming) {

    /** Rejects invalid buffers. */
    public SwitchSpec {
        marks = List.copyOf(marks);
        if (bufferBytes < 1 || bufferBytes > 0xffffffffL || headroomFactor < 0 || passive < 0) {
            throw new IllegalArgumentException("switch buffer must be 1 byte to 4 GiB, headroom factor and number of "
                    + "passive switches not negative: " + bufferBytes + ", " + headroomFactor + ", " + passive);
        }
    }

    /** Switches that all mark and pause. */
    public SwitchSpec(
            boolean ecn,
            List<EcnThreshold> marks,
            boolean nearestMarks,
            boolean pfc,
            long bufferBytes,
            int headroomFactor) {
        this(ecn, marks, nearestMarks, pfc, bufferBytes, headroomFactor, 0, false);
    }

    /** The thresholds of ports with this rate. */
    public EcnThreshold marksOf(long bitsPerSecond) {
        EcnThreshold nearest = null;
        for (EcnThreshold mark : marks) {
            if (mark.bitsPerSecond() == bitsPerSecond) {
                return mark;
            }
            if (nearest == null
                    || Math.abs(mark.bitsPerSecond() - bitsPerSecond)
                            < Math.abs(nearest.bitsPerSecond() - bitsPerSecond)) {
                nearest = mark;
            }
        }
        if (!nearestMarks || nearest == null) {
            return new EcnThreshold(bitsPerSecond, 0, 0, 0);
        }
        double scale = (double) bitsPerSecond / nearest.bitsPerSecond();
        return new EcnThreshold(
                bitsPerSecond,
                Math.round(nearest.lowBytes() * scale),
                Math.round(nearest.highBytes() * scale),
                nearest.probability());
    }

    /** The same with or without PFC. */
    public SwitchSpec withPfc(boolean on) {
        return new SwitchSpec(ecn, marks, nearestMarks, on, bufferBytes, headroomFactor, passive, trimming);
    }

    /** The same with or without ECN. */
    public SwitchSpec withEcn(boolean on) {
        return new SwitchSpec(on, marks, nearestMarks, pfc, bufferBytes, headroomFactor, passive, trimming);
    }

    /** The same with the first switches forwarding only. */
    public SwitchSpec withPassive(int switches) {
        return new SwitchSpec(ecn, marks, nearestMarks, pfc, bufferBytes, headroomFactor, switches, trimming);
    }

    /** The same with thresholds for unlisted rates: those of the nearest listed one, scaled by the rates. */
    public SwitchSpec withNearestMarks() {
        return new SwitchSpec(ecn, marks, true, pfc, bufferBytes, headroomFactor, passive, trimming);
    }

    /** The same with another buffer. */
    public SwitchSpec withBuffer(long bytes) {
        return new SwitchSpec(ecn, marks, nearestMarks, pfc, bytes, headroomFactor, passive, trimming);
    }

    /** The same with or without trimming of packets instead of dropping. */
    public SwitchSpec withTrimming(boolean on) {
        return new SwitchSpec(ecn, marks, nearestMarks, pfc, bufferBytes, headroomFactor, passive, on);
    }
}
