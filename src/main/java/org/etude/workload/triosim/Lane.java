package org.etude.workload.triosim;

/** Where a micro-batch is on a GPU. */
final class Lane {
    int fetched;
    int computed;
    int inFlight;
    boolean busy;
}
