// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Restores curves from their parameters: one alpha and one bandwidth per piece. */
final class CurveParameters {
    private static final double GIGA = 1e-3;

    private CurveParameters() {}

    /** The curve of each collective and group size; links and steps, which have no range of sizes, are ignored. */
    static Map<String, AlphaBetaCurve> curves(List<Parameter> parameters) {
        Map<String, List<AlphaBetaSegment>> pieces = new TreeMap<>();
        for (Parameter alpha : parameters) {
            if (alpha.name().equals("alpha") && alpha.fromBytes() >= 0) {
                pieces.computeIfAbsent(alpha.of(), of -> new ArrayList<>())
                        .add(new AlphaBetaSegment(
                                alpha.fromBytes(),
                                alpha.toBytes(),
                                alpha.value(),
                                bandwidth(parameters, alpha).inverse(GIGA),
                                alpha.samples()));
            }
        }
        Map<String, AlphaBetaCurve> curves = new TreeMap<>();
        pieces.forEach((of, segments) -> {
            segments.sort(Comparator.comparingLong(AlphaBetaSegment::fromBytes));
            curves.put(of, new AlphaBetaCurve(segments));
        });
        return curves;
    }

    private static Estimate bandwidth(List<Parameter> parameters, Parameter alpha) {
        return parameters.stream()
                .filter(p ->
                        p.name().equals("bandwidth") && p.of().equals(alpha.of()) && p.fromBytes() == alpha.fromBytes())
                .map(Parameter::value)
                .findFirst()
                .orElseThrow(() -> new CalibrationException(
                        alpha.of() + " from " + alpha.fromBytes() + " bytes has an alpha but no bandwidth",
                        "Give the whole parameters.csv of a fit."));
    }
}
