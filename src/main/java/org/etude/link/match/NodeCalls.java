// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import org.etude.link.model.Collective;

/** Numbers the calls of each node, which follow each other among a rank's collectives. */
final class NodeCalls {
    private int node = -1;
    private int calls;

    /** Which of its node's calls the next collective is, from 0. */
    int next(Collective collective) {
        calls = collective.node() == node ? calls + 1 : 0;
        node = collective.node();
        return calls;
    }
}
