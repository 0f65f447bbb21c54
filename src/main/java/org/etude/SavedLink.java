// SPDX-License-Identifier: Apache-2.0
package org.etude;

import org.etude.report.Progress;
import org.etude.spec.LinkOptions;
import org.etude.trace.model.TraceSet;

/**
 * The saved form of linked traces: traces and options. Linking again takes seconds and keeps the file to a fraction of
 * the size of the graphs.
 */
record SavedLink(TraceSet traces, LinkOptions options) {
    LinkedTraces linked(Progress watcher) {
        int threads = LinkOptions.defaults().threads();
        return Traces.of(traces).link(options.withThreads(threads), watcher);
    }
}
