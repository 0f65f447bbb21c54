package org.etude.workload.triosim;

/** Where a GPU is in the trace. */
final class Gpu {
    final DeviceMemory memory;
    int fetched;
    int computed;
    int inFlight;
    boolean busy;

    Gpu(long capacity) {
        memory = new DeviceMemory(capacity);
    }
}
