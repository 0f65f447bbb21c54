// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.etude.collective.CollectiveAlgorithm;
import org.etude.report.Counted;
import org.etude.spec.CommunicationCosts;

/**
 * Costs of collectives from fitted parameters. Uses the curve of the same collective and group size if there is one,
 * otherwise the fitted links with the steps and bytes of their algorithm, for any group size.
 */
public final class CalibratedCosts implements CommunicationCosts {
    private static final double US_PER_BYTE = 1e-3;

    private final List<Parameter> parameters;
    private final Map<String, AlphaBetaCurve> curves;
    private final CollectiveAlgorithm algorithm;

    private CalibratedCosts(List<Parameter> parameters) {
        this.parameters = parameters;
        curves = CurveParameters.curves(parameters);
        algorithm = linksOf(parameters);
    }

    /**
     * Costs by the parameters of a fit.
     *
     * @throws CalibrationException when no parameter is one of a collective or of links
     */
    public static CalibratedCosts of(List<Parameter> parameters) {
        CalibratedCosts costs = new CalibratedCosts(List.copyOf(parameters));
        if (costs.curves.isEmpty() && costs.algorithm == null) {
            throw new CalibrationException(
                    "nothing fitted to collectives among " + Counted.of(parameters.size(), "parameter"),
                    "Fit to timed collectives of four sizes or more, or to recordings of several ranks.");
        }
        return costs;
    }

    /**
     * Costs by a file: the parameters.csv that {@code etude calibrate --fit --out DIR} writes, or that DIR.
     *
     * @throws CalibrationException when it cannot be read or holds nothing about collectives
     */
    public static CalibratedCosts read(Path file) {
        return of(ParametersReader.read(file));
    }

    private static CollectiveAlgorithm linksOf(List<Parameter> parameters) {
        for (CollectiveAlgorithm algorithm : CollectiveAlgorithm.values()) {
            if (parameters.stream().anyMatch(p -> p.of().equals(links(algorithm)))) {
                return algorithm;
            }
        }
        return null;
    }

    /** The label of link parameters under an algorithm. */
    static String links(CollectiveAlgorithm algorithm) {
        return "links (" + algorithm.name().toLowerCase(Locale.ROOT) + ")";
    }

    /** The label of a curve's parameters. */
    static String curve(String type, int ranks) {
        return type + " of " + ranks + " ranks";
    }

    @Override
    public CommunicationCosts.Cost cost(String type, int ranks, long bytes) {
        AlphaBetaCurve measured = curves.get(curve(type, ranks));
        if (measured != null) {
            AlphaBetaSegment piece = measured.segmentOf(bytes);
            String evidence =
                    "timed " + curve(type, ranks) + ", " + piece.fromBytes() + " to " + piece.toBytes() + " bytes";
            return cost(piece.alphaUs().value(), piece.betaUsPerByte().value(), evidence);
        }
        if (algorithm == null) {
            throw new CalibrationException(
                    "no measurement covers " + curve(type, ranks) + "; there are " + new TreeMap<>(curves).keySet(),
                    "Time that collective in groups of that size, or four sizes or more in any.");
        }
        double start = link("overhead") + algorithm.steps(type, ranks) * link("latency");
        double rate = algorithm.wire(type, ranks) / link("bandwidth") * US_PER_BYTE;
        return cost(start, rate, "no " + curve(type, ranks) + " were timed; derived from fitted " + links(algorithm));
    }

    private double link(String name) {
        return parameters.stream()
                .filter(p -> p.of().equals(links(algorithm)) && p.name().equals(name))
                .mapToDouble(p -> p.value().value())
                .findFirst()
                .orElseThrow(() -> new CalibrationException(
                        links(algorithm) + " have no " + name, "Give the whole parameters.csv of a fit."));
    }

    /** A fit through noise can start slightly below zero, which counts as zero. */
    private static CommunicationCosts.Cost cost(double startUs, double usPerByte, String evidence) {
        if (!(usPerByte > 0 && usPerByte < Double.POSITIVE_INFINITY)) {
            throw new CalibrationException(
                    "the fitted time does not grow with the size: " + usPerByte + " us per byte (" + evidence + ")",
                    "Fit to timings of several sizes, from small to large.");
        }
        return new CommunicationCosts.Cost(Math.max(0, startUs), usPerByte, evidence);
    }
}
