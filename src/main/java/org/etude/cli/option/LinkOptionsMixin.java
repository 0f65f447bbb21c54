// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import org.etude.LinkedTraces;
import org.etude.Traces;
import org.etude.cli.base.HelpGroup;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.LinkOptions;
import picocli.CommandLine.Option;

/** How to link. */
@HelpGroup("Linking")
public final class LinkOptionsMixin {
    @Option(
            names = "--assume-generic",
            paramLabel = "TYPE",
            description =
                    "Type to assume for collectives of unknown type, such as all_reduce. Default: they stay unknown.")
    private CollectiveType assumeGeneric;

    @Option(
            names = "--ignore-ids",
            description = "Match host operators by name and order even where record-function ids exist.")
    private boolean ignoreIds;

    /** Links the traces with these options, reporting to {@code progress}. */
    public LinkedTraces link(Traces traces, Progress progress) {
        return traces.link(options(), progress);
    }

    /** These options. */
    public LinkOptions options() {
        LinkOptions options = LinkOptions.defaults();
        if (assumeGeneric != null) {
            options = options.assumeGeneric(assumeGeneric);
        }
        return ignoreIds ? options.withoutIds() : options;
    }
}
