// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.etude.report.Finding;
import org.etude.topology.graph.LinkSpec;
import org.etude.unit.Bandwidth;

/**
 * The kinds of links of a document, numbered. Rates and latencies that a link does not state are assumed and reported.
 */
final class InfraLinks {
    private static final BigDecimal BITS = BigDecimal.valueOf(8);

    private final List<String> names = new ArrayList<>();
    private final List<LinkSpec> specs = new ArrayList<>();
    private final List<InfraDetails> details = new ArrayList<>();
    private final List<Finding> findings;

    InfraLinks(List<Finding> findings) {
        this.findings = findings;
    }

    /** Reads the links of the infrastructure ("") or of a device; returns their numbers by name. */
    Map<String, Integer> read(InfraCursor owner, String device) {
        Map<String, Integer> numbers = new HashMap<>();
        for (InfraCursor link : owner.list("links")) {
            link.only("name", "description", "physical");
            String name = link.need("name").text();
            if (numbers.put(name, names.size()) != null) {
                throw link.wrong("the link " + name + " is defined twice", "Give each a unique name.");
            }
            InfraDetails said = InfraDetails.of(link.get("description"));
            names.add(names.contains(name) && !device.isEmpty() ? device + " " + name : name);
            specs.add(spec(link, said));
            details.add(said);
        }
        return numbers;
    }

    private LinkSpec spec(InfraCursor link, InfraDetails said) {
        Optional<InfraCursor> physical = link.get("physical").map(p -> p.only("bandwidth", "latency"));
        Optional<Bandwidth> rate = physical.flatMap(p -> p.get("bandwidth")).flatMap(this::rate);
        Optional<Double> latency = physical.flatMap(p -> p.get("latency")).map(InfraLinks::nanos);
        if (rate.isEmpty()) {
            assumed(link, "no rate", LinkSpec.DEFAULT.bandwidth().toString());
        }
        if (latency.isEmpty()) {
            assumed(link, "no latency", (long) LinkSpec.DEFAULT.latencyNs() + " ns");
        }
        double loss = said.get(InfraNetwork.LOSS).map(Double::parseDouble).orElse(0.0);
        return new LinkSpec(
                rate.orElse(LinkSpec.DEFAULT.bandwidth()), latency.orElse(LinkSpec.DEFAULT.latencyNs()), loss);
    }

    private void assumed(InfraCursor link, String what, String value) {
        findings.add(new Finding(
                Finding.Level.WARNING,
                "infragraph",
                -1,
                link.file() + " " + link.path() + " (" + link.need("name").text() + ")",
                what + " is given",
                "the description does not give it",
                value + " is assumed"));
    }

    private Optional<Bandwidth> rate(InfraCursor bandwidth) {
        bandwidth.only("choice", "gigabits_per_second", "gigabytes_per_second", "gigatransfers_per_second");
        String unit = chosen(bandwidth);
        InfraCursor place = bandwidth.need(unit);
        BigDecimal value = place.number();
        if (value.signum() == 0) {
            throw place.wrong("is 0", "Give a rate above 0, or leave bandwidth out.");
        }
        return switch (unit) {
            case "gigabits_per_second" -> Optional.of(rate(value.divide(BITS)));
            case "gigabytes_per_second" -> Optional.of(rate(value));
            // Transfers are per lane, and the number of lanes is not given.
            default -> Optional.empty();
        };
    }

    private static Bandwidth rate(BigDecimal gigabytes) {
        return new Bandwidth(gigabytes.movePointRight(9).doubleValue());
    }

    private static double nanos(InfraCursor latency) {
        latency.only("choice", "ms", "us", "ns");
        String unit = chosen(latency);
        int shift = unit.equals("ms") ? 6 : unit.equals("us") ? 3 : 0;
        return latency.need(unit).number().movePointRight(shift).doubleValue();
    }

    /** The unit: the one chosen, or the only one present. */
    private static String chosen(InfraCursor value) {
        Optional<InfraCursor> choice = value.get("choice");
        if (choice.isPresent()) {
            value.need(choice.get().text());
            return choice.get().text();
        }
        if (value.node().size() != 1) {
            throw value.wrong("has " + value.node().size() + " units and does not choose one", "Give one unit.");
        }
        return value.node().fieldNames().next();
    }

    String name(int link) {
        return names.get(link);
    }

    LinkSpec spec(int link) {
        return specs.get(link);
    }

    InfraDetails details(int link) {
        return details.get(link);
    }

    int size() {
        return names.size();
    }
}
