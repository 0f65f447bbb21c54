package org.etude.link;

import java.util.Locale;
import org.etude.trace.CommArgs;
import org.etude.trace.DeviceTrace;

/** Tells by name (each distinct name is read once) which events of a trace have to do with communication. */
final class CommNames {
    private static final byte COMM_KERNEL = 1;
    private static final byte COMM_OP = 2;
    private static final byte NEITHER = 4;

    private final DeviceTrace device;
    private final byte[] byName;

    CommNames(DeviceTrace device) {
        this.device = device;
        byName = new byte[device.names().size()];
    }

    /** Whether event {@code i}, a kernel, is one of NCCL, RCCL or MSCCL, or carries a collective's arguments. */
    boolean isCommKernel(int i) {
        if ((bits(device.nameId(i)) & COMM_KERNEL) != 0) {
            return true;
        }
        CommArgs args = device.comm(i);
        return args != null && args.collective() != null && !args.collective().isEmpty();
    }

    /** Whether event {@code i} is an operator or annotation of a collective. */
    boolean isCommOp(int i) {
        return (bits(device.nameId(i)) & COMM_OP) != 0;
    }

    /** Whether a collective's operator encloses event {@code i}. */
    boolean isInsideComm(int i, int[] enclosing) {
        for (int op = enclosing[i]; op >= 0; op = enclosing[op]) {
            if (isCommOp(op)) {
                return true;
            }
        }
        return false;
    }

    private byte bits(int name) {
        if (byName[name] == 0) {
            String text = device.names().text(name);
            int bits = NEITHER;
            if (isKernelName(text)) {
                bits |= COMM_KERNEL;
            }
            if (isOpName(text)) {
                bits |= COMM_OP;
            }
            byName[name] = (byte) bits;
        }
        return byName[name];
    }

    static boolean isKernelName(String text) {
        String name = text.toLowerCase(Locale.ROOT);
        return name.contains("nccldevkernel")
                || name.contains("ncclkernel")
                || name.contains("ncclsymk")
                || name.contains("mscclkernel")
                || name.contains("msccl_kernel")
                || name.contains("rcclkernel")
                || name.contains("rccldevkernel");
    }

    static boolean isOpName(String text) {
        return text.equals("record_param_comms")
                || text.startsWith("c10d::")
                || text.startsWith("nccl:")
                || text.startsWith("rccl:")
                || text.startsWith("gloo:")
                || text.startsWith("mpi:")
                || text.startsWith("_c10d_functional::")
                || text.startsWith("c10d_functional::");
    }
}
