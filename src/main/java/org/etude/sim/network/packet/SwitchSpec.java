package org.etude.sim.network.packet;

import java.util.List;

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
 */
public record SwitchSpec(
        boolean ecn,
        List<EcnThreshold> marks,
        boolean nearestMarks,
        boolean pfc,
        long bufferBytes,
        int headroomFactor) {

    /** Refuses buffers that make no sense. */
    public SwitchSpec {
        marks = List.copyOf(marks);
        if (bufferBytes < 1 || bufferBytes > 0xffffffffL || headroomFactor < 0) {
            throw new IllegalArgumentException("switch buffer must be 1 byte to 4 GiB, headroom factor not negative: "
                    + bufferBytes + ", " + headroomFactor);
        }
    }

    /** The marks of ports of a rate. */
    EcnThreshold marksOf(long bitsPerSecond) {
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
        return new SwitchSpec(ecn, marks, nearestMarks, on, bufferBytes, headroomFactor);
    }

    /** The same with or without ECN. */
    public SwitchSpec withEcn(boolean on) {
        return new SwitchSpec(on, marks, nearestMarks, pfc, bufferBytes, headroomFactor);
    }

    /** The same with another buffer. */
    public SwitchSpec withBuffer(long bytes) {
        return new SwitchSpec(ecn, marks, nearestMarks, pfc, bytes, headroomFactor);
    }
}
