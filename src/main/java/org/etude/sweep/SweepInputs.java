// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.util.List;
import java.util.stream.Collectors;
import org.etude.report.EtudeException;
import org.etude.report.Sha256;

/**
 * All that a sweep depends on, under one name, so that parts of different sweeps are not put together: the traces' content, what
 * is varied, and, by the first run that can be set up, the settings that all runs share.
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
                    continue; // a row that says why; the next one may do
                } catch (Exception e) {
                    throw new SweepException("a run cannot be set up: " + e.getMessage(), "Make it by itself.", e);
                }
            }
        }
        return "";
    }
}
