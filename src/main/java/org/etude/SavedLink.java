// SPDX-License-Identifier: Apache-2.0
package org.etude;

import org.etude.report.Progress;
import org.etude.spec.LinkOptions;
import org.etude.trace.model.TraceSet;

/**
 * What is saved of linked traces: the traces and the options. Linking them again gives the same graphs in a few seconds, and a file of
 * a fraction of the size.
 */
record SavedLink(TraceSet traces, LinkOptions options) {
    LinkedTraces linked(Progress watcher) {
        int threads = LinkOptions.defaults().threads();
        return Traces.of(traces).link(options.withThreads(threads), watcher);
    }
}
