package org.etude.trace;

import it.unimi.dsi.fastutil.bytes.ByteArrayList;

/** Tells from its name whether an operator or annotation communicates; each name is looked at once. */
final class CommNames {
    private static final byte YES = 1;
    private static final byte NO = 2;
    private static final String[] LIBRARIES = {"nccl:", "rccl:", "gloo:", "mpi:", "ucc:", "xccl:", "hccl:"};

    private final Names names;
    private final ByteArrayList known = new ByteArrayList();

    /** For names of this dictionary. */
    CommNames(Names names) {
        this.names = names;
    }

    /** Whether the name with this number communicates. */
    boolean isComm(int id) {
        while (known.size() <= id) {
            known.add(test(names.text(known.size())) ? YES : NO);
        }
        return known.getByte(id) == YES;
    }

    /** Whether this is the name of an operator or annotation that communicates, or lists the process groups. */
    static boolean test(String name) {
        if (name.startsWith("record_param_comms") || name.contains("c10d") || name.contains("process_group:init")) {
            return true;
        }
        for (String library : LIBRARIES) {
            if (name.startsWith(library)) {
                return true;
            }
        }
        return false;
    }
}
