// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.util.List;
import java.util.stream.Collectors;
import org.etude.report.EtudeException;
import org.etude.report.Sha256;

/**
 * Computes a digest of everything that a sweep depends on, so that shards of different sweeps are not merged: the
 * traces' content, the varied values, and the settings that all runs share, taken from the first run that can be set
 * up.
 */
public final class SweepInputs {
    private SweepInputs() {}

    /**
     * SHA-256, in hexadecimal digits.
     *
     * @param jobs name and digest of each job's traces
     */
    public static String digest(List<String> jobs, List<SweepPoint> points) {
        String varied = points.stream().map(p -> p.labels() + p.skipped()).collect(Collectors.joining(";"));
        return Sha256.hex(String.join(";", jobs) + "|" + varied + "|" + common(points));
    }

    private static String common(List<SweepPoint> points) {
        for (SweepPoint point : points) {
            if (point.skipped().isEmpty()) {
                try {
                    return point.work().call().key();
                } catch (EtudeException e) {
                    continue; // becomes a row with the reason; the next one may succeed
                } catch (Exception e) {
                    throw new SweepException("a run cannot be set up: " + e.getMessage(), "Run it on its own.", e);
                }
            }
        }
        return "";
    }
}
