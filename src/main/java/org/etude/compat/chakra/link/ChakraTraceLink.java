// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.link;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.etude.config.JsonFault;
import org.etude.link.Linker;
import org.etude.link.model.LinkedSet;
import org.etude.report.IoReason;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/** Implements {@code chakra_trace_link}: combines one rank's host and device traces into one linked trace. */
public final class ChakraTraceLink {
    private ChakraTraceLink() {}

    /**
     * Links two files into a third.
     *
     * @param rank the rank, for messages only: a linked trace does not contain it
     * @param likeReference whether to write what the original writes, losses included
     * @return what was assumed or found odd
     * @throws org.etude.trace.model.TraceException when a file cannot be read as a trace
     * @throws LinkException when a file is not a trace of the expected kind, or the output cannot be written
     */
    public static Report run(
            int rank, Path hostFile, Path deviceFile, Path outputFile, boolean likeReference, Progress progress) {
        TraceSet hosts = TraceLoader.load(List.of(hostFile), LoadOptions.defaults(), progress);
        TraceSet devices = TraceLoader.load(List.of(deviceFile), LoadOptions.defaults(), progress);
        HostTrace host = hosts.ranks().get(0).host();
        DeviceTrace device = devices.ranks().get(0).device();
        if (host == null) {
            throw new LinkException(
                    hostFile + ": rank " + rank + ": this is a Kineto trace, not an execution trace.",
                    "Give the file that ExecutionTraceObserver wrote; are the two files swapped?");
        }
        if (device == null) {
            throw new LinkException(
                    deviceFile + ": rank " + rank + ": this is an execution trace, not a Kineto trace.",
                    "Give the file that torch.profiler wrote; are the two files swapped?");
        }
        if (host.size() == 0) {
            throw new LinkException(
                    hostFile + ": rank " + rank + ": the execution trace is empty, it has no nodes.",
                    "Start the observer before the steps that are profiled and stop it after them.");
        }
        RankTrace trace =
                new RankTrace(rank, host, device, 0, devices.ranks().get(0).steps());
        try {
            return ofOneRank(hosts.report().plus(devices.report()))
                    .plus(write(trace, hostFile, outputFile, likeReference, progress));
        } catch (JsonProcessingException e) {
            throw new LinkException(hostFile + JsonFault.notJson(", ", e) + ".", "Copy or record the trace again.", e);
        } catch (IOException e) {
            throw new LinkException(
                    outputFile + ": rank " + rank + ": cannot link into it: " + IoReason.of(e) + ".",
                    IoReason.advice(e, "Check the path, the free space and that ") + hostFile
                            + " is plain or gzip JSON.",
                    e);
        }
    }

    /** Without what is said of a job, such as the ranks whose files are missing: one rank is linked on its own. */
    private static Report ofOneRank(Report loaded) {
        return Report.of(loaded.findings().stream()
                .filter(finding -> finding.rank() >= 0 || !finding.where().isEmpty())
                .toList());
    }

    private static Report write(
            RankTrace trace, Path hostFile, Path outputFile, boolean likeReference, Progress progress)
            throws IOException {
        if (likeReference) {
            LinkedJson.writeLikeReference(trace, hostFile, outputFile);
            return Report.empty();
        }
        TraceSet one = new TraceSet(hostFile.toString(), List.of(trace), 1, Report.empty());
        LinkedSet linked = Linker.link(one, LinkOptions.defaults(), progress);
        LinkedJson.write(linked.ranks().get(0), hostFile, outputFile);
        return linked.report();
    }
}
