package org.etude.workload.triosim;

/** Where a GPU, or a micro-batch on it, is in the trace. */
class Lane {
    int fetched;
    int computed;
    int inFlight;
    boolean busy;
}
