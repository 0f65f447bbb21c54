// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import java.util.List;
import org.etude.report.Inside;

/**
 * What switches do.
 *
 * @param ecn whether they mark packets
 * @param marks when, by rate of the port
 * @param nearestMarks whether a port whose rate is not listed takes the marks of the nearest listed rate, scaled by the
 *     rates; otherwise it marks every packet that leaves others behind, as the reference
 * @param pfc whether devices obey PAUSE frames; without it buffers overflow
 * @param bufferBytes the buffer of a switch
 * @param headroomFactor headroom of a port in bandwidth-delay products of its link
 * @param passive how many of the first switches only forward: they neither mark packets nor pause their peers, such as
 *     SimAI's NVSwitches; 0 for none, as the reference
 * @param trimming whether a packet that finds no buffer loses its payload only, and its header goes on with priority; false as
 *     the reference
 */
@Inside
public record SwitchSpec(
        boolean ecn,
        List<EcnThreshold> marks,
        boolean nearestMarks,
        boolean pfc,
        long bufferBytes,
        int headroomFactor,
        int passive,
        boolean trimming) {

    /** Refuses buffers that make no sense. */
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

    /** The marks of ports of a rate. */
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

    /** The same with the first switches only forwarding. */
    public SwitchSpec withPassive(int switches) {
        return new SwitchSpec(ecn, marks, nearestMarks, pfc, bufferBytes, headroomFactor, switches, trimming);
    }

    /** The same with another buffer. */
    public SwitchSpec withBuffer(long bytes) {
        return new SwitchSpec(ecn, marks, nearestMarks, pfc, bytes, headroomFactor, passive, trimming);
    }

    /** The same with packets that are trimmed rather than dropped, or not. */
    public SwitchSpec withTrimming(boolean on) {
        return new SwitchSpec(ecn, marks, nearestMarks, pfc, bufferBytes, headroomFactor, passive, on);
    }
}
