// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.corrected;

import java.util.ArrayList;
import java.util.List;
import org.etude.compat.triosim.engine.OpticalCarrier;
import org.etude.compat.triosim.engine.RunParts;
import org.etude.compat.triosim.engine.TrioSimParallelism;
import org.etude.compat.triosim.engine.TrioSimSettings;
import org.etude.compat.triosim.engine.TrioSimSettings.Interconnect;
import org.etude.compat.triosim.trace.TrioSimTrace;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Report;

/** Reports where the corrected rules differ from the original's in a run. */
final class Corrections {
    private final TrioSimTrace trace;
    private final TrioSimSettings settings;
    private final List<Finding> findings = new ArrayList<>();

    private Corrections(TrioSimTrace trace, TrioSimSettings settings) {
        this.trace = trace;
        this.settings = settings;
    }

    /** One row per correction that concerns the run. */
    static Report of(TrioSimTrace trace, TrioSimSettings settings) {
        Corrections all = new Corrections(trace, settings);
        all.batch();
        all.network();
        all.fetches();
        all.parallelism();
        return Report.of(all.findings);
    }

    private void add(String where, String what, String why, String effect) {
        findings.add(new Finding(Level.INFO, "extrapolate", -1, where, what, why, effect));
    }

    private void batch() {
        if (settings.batch().ratio() != 1) {
            add(
                    "batch size",
                    "the optimizer keeps its time; parameters, gradients and moments keep their size",
                    "the original scales them with the batch",
                    "the forward and backward pass and activations scale");
        }
    }

    private void network() {
        Interconnect links = settings.interconnect();
        if (links.optical().isPresent()) {
            add(
                    "optical network",
                    "bandwidth and ptp-bandwidth are used, and messages on a waveguide share it",
                    "the original has 64 GB/s for every message",
                    "times depend on them");
            int hops = settings.gpus() == 1
                    ? 1
                    : CorrectedLinks.hops(links.optical().get(), settings.parallelism());
            add(
                    "optical ring",
                    "neighbours are " + (hops == 1 ? "1 hop" : "at most 2 hops") + " apart",
                    "the original numbers GPUs by rows, walks rows again to close the ring, and stops for 1 GPU",
                    "a message between them takes " + hops * Math.round(OpticalCarrier.HOP * 1e9)
                            + " ns more than its bytes");
            return;
        }
        add(
                "latency",
                "each message takes 0.1 us more",
                "the original stores the latency and never adds it",
                "small messages take longer");
        if (settings.gpus() > 1 && new RunParts(settings).ringGBps() > 2 * links.remoteGBps()) {
            add(
                    "routes",
                    "neighbours use the link between them",
                    "the original takes bandwidths for lengths and goes over the remote memory",
                    "ptp-bandwidth counts in full");
        }
    }

    private void fetches() {
        add(
                "fetches",
                "operators wait for what they fetch, and fetch nothing that operators before them make",
                "for the original a tensor is there once it has room",
                "a slow remote memory shows");
    }

    private void parallelism() {
        boolean one = settings.gpus() == 1;
        switch (settings.parallelism()) {
            case DATA, DISTRIBUTED_DATA -> gradients(one);
            case TENSOR -> tensor(one);
            case PIPELINE -> pipeline(one);
            default -> {}
        }
    }

    private void gradients(boolean one) {
        if (one) {
            return;
        }
        add(
                "optimizer",
                "waits for the last all-reduce",
                "the original's does not",
                "what does not hide behind the backward pass is exposed");
        add(
                "parameters",
                "are what the forward pass and the optimizer read",
                "the original knows Adam's only",
                "any optimizer's gradients are reduced, each once");
        if (settings.parallelism() == TrioSimParallelism.DISTRIBUTED_DATA) {
            add(
                    "buckets",
                    "1 MiB, then 25 MiB, reduced when their gradients are made",
                    "the original starts with the operator that makes them, an all-reduce per operator",
                    "as PyTorch's DDP");
        }
    }

    private void tensor(boolean one) {
        boolean silent = trace.ops().stream()
                .anyMatch(op -> op.tensorParallel() && op.outputs().isEmpty());
        if (one || silent) {
            add(
                    "all-reduces",
                    one ? "one GPU has nothing to reduce" : "a divided operator without outputs has nothing to reduce",
                    "the original waits indefinitely",
                    "the run ends");
        }
    }

    private void pipeline(boolean one) {
        TrioSimSettings.Batch batch = settings.batch();
        if (batch.simulated() % batch.micro() != 0) {
            add(
                    "micro-batch size",
                    batch.micro() + " samples do not divide a batch of " + batch.simulated(),
                    "the original rounds the number of micro-batches down, and so does this run",
                    batch.microBatches() + " micro-batches of the same size, larger than asked");
        }
        if (settings.batch().microBatches() > 1) {
            add(
                    "micro-batches",
                    "have tensors of their own, and follow each other without waiting for the next GPU",
                    "the original shares the first one's, and deadlocks "
                            + (one ? "on one GPU" : "where one overtakes"),
                    "memory holds all of them, and the run ends");
            add(
                    "optimizer",
                    "runs once, after the last micro-batch",
                    "the original runs a part of it after each",
                    "its whole time comes last");
        }
    }
}
