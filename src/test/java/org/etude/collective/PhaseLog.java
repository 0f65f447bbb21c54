// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import java.util.ArrayList;
import java.util.List;

/** A port that writes down what one node asks of it. */
final class PhaseLog implements PhasePort {
    private final List<String> said = new ArrayList<>();

    /** What was asked since the last call. */
    List<String> take() {
        List<String> taken = List.copyOf(said);
        said.clear();
        return taken;
    }

    @Override
    public void send(int dst, long bytes) {
        said.add("send " + dst + " " + bytes);
    }

    @Override
    public void receive(int src, long bytes) {
        said.add("receive " + src + " " + bytes);
    }

    @Override
    public void bundle(long bytes, boolean reduced, boolean fromHost, boolean sendBack) {
        said.add("work " + bytes + (reduced ? " reduced" : "") + (fromHost ? " from host" : "")
                + (sendBack ? " sent on" : ""));
    }

    @Override
    public void done() {
        said.add("done");
    }
}
