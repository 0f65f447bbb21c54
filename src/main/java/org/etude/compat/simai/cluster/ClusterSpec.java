// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.cluster;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.etude.number.DecimalText;
import org.etude.topology.graph.TopologyException;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;

/**
 * The specification of a cluster to build: a template, a wiring, and a value for every option.
 *
 * @param template source of the default values
 * @param wiring how nodes are linked
 * @param values a value for each option
 */
public record ClusterSpec(ClusterTemplate template, ClusterWiring wiring, Map<ClusterOption, String> values) {

    /** Copies the map, and rejects invalid numbers. */
    public ClusterSpec {
        values = Map.copyOf(values);
        for (ClusterOption option : ClusterOption.values()) {
            if (!values.containsKey(option)) {
                throw new IllegalArgumentException("no value for " + option);
            }
        }
    }

    /**
     * Completes a specification with defaults.
     *
     * @param template the template
     * @param railOptimised whether rails are requested; some templates override this
     * @param dualToR whether two top-of-rack switches are requested, likewise
     * @param dualPlane whether two planes are requested, likewise
     * @param given the user's values
     * @throws TopologyException when the flags do not name a wiring, or a number is out of range
     */
    public static ClusterSpec of(
            ClusterTemplate template,
            boolean railOptimised,
            boolean dualToR,
            boolean dualPlane,
            Map<ClusterOption, String> given) {
        ClusterWiring wiring = template.wiring(railOptimised, dualToR, dualPlane);
        Map<ClusterOption, String> values = new EnumMap<>(ClusterOption.class);
        for (ClusterOption option : ClusterOption.values()) {
            values.put(option, given.getOrDefault(option, template.value(option, wiring)));
        }
        ClusterSpec spec = new ClusterSpec(template, wiring, values);
        for (ClusterOption option : ClusterOption.values()) {
            if (!spec.text(option).matches("\\S+")) {
                throw wrong(option, "is '" + spec.text(option) + "', not one word");
            }
        }
        spec.number(ClusterOption.GPUS, 1);
        spec.number(ClusterOption.GPUS_PER_SERVER, 1);
        spec.number(ClusterOption.NV_SWITCHES_PER_SERVER, 0);
        spec.number(ClusterOption.NICS_PER_ASW, 1);
        spec.number(ClusterOption.ASW_SWITCHES, 0);
        spec.number(ClusterOption.PSW_SWITCHES, 0);
        spec.number(ClusterOption.ASW_PER_PSW, 0);
        spec.number(ClusterOption.RAILS, 0);
        return spec;
    }

    /**
     * Checks the values that are copied as text, which SimAI's own generator does not.
     *
     * @throws TopologyException when one of them is no rate, delay or share
     */
    public void requireRates() {
        for (ClusterOption rate :
                List.of(ClusterOption.BANDWIDTH, ClusterOption.NVLINK_BANDWIDTH, ClusterOption.ASW_PSW_BANDWIDTH)) {
            require(rate, Bandwidth::parse);
        }
        require(ClusterOption.LATENCY, Time::parse);
        require(ClusterOption.NVLINK_LATENCY, Time::parse);
        double share = DecimalText.isNumber(text(ClusterOption.ERROR_RATE))
                ? Double.parseDouble(text(ClusterOption.ERROR_RATE))
                : Double.NaN;
        if (!(share >= 0 && share <= 1)) {
            throw wrong(ClusterOption.ERROR_RATE, "is '" + text(ClusterOption.ERROR_RATE) + "', not a share");
        }
    }

    private void require(ClusterOption option, Consumer<String> parse) {
        try {
            parse.accept(text(option));
        } catch (IllegalArgumentException e) {
            throw wrong(option, "is '" + text(option) + "': " + e.getMessage());
        }
    }

    /** This specification with another value of an option. */
    public ClusterSpec with(ClusterOption option, String value) {
        Map<ClusterOption, String> changed = new EnumMap<>(values);
        changed.put(option, value);
        return new ClusterSpec(template, wiring, changed);
    }

    /** The value of an option as text, as copied to the file. */
    public String text(ClusterOption option) {
        return values.get(option);
    }

    /** The value of a numeric option. */
    public int number(ClusterOption option) {
        return Integer.parseInt(text(option).strip());
    }

    /** The number of rails of a rail-optimised cluster: one per GPU of a server unless set otherwise. */
    public int rails() {
        int rails = number(ClusterOption.RAILS);
        return rails == 0 ? number(ClusterOption.GPUS_PER_SERVER) : rails;
    }

    /**
     * The name of the file: template or wiring, size, rate, type. Equal to that of SimAI's generator for the same
     * arguments.
     */
    public String fileName() {
        String size = number(ClusterOption.GPUS) + "g_" + number(ClusterOption.GPUS_PER_SERVER) + "gps_";
        String tail = text(ClusterOption.BANDWIDTH) + "_" + text(ClusterOption.GPU_TYPE);
        String planes = wiring == ClusterWiring.RAIL_DUAL_PLANE ? "DualToR_DualPlane_" : "DualToR_SinglePlane_";
        return switch (template) {
            case SPECTRUM_X, NVL72 -> template.title() + "_" + size + tail;
            case ALIBABA_HPN -> "AlibabaHPN_" + size + planes + tail;
            case DCN_PLUS -> "DCN+" + (wiring.tors() == 1 ? "SingleToR_" : "DualToR_") + size + tail;
            case CUSTOM ->
                wiring.rails()
                        ? wiring.tors() == 1
                                ? "Rail_Opti_SingleToR_" + size + tail
                                : "Rail_Opti_" + size + planes + tail
                        : "No_Rail_Opti_" + size + (wiring.tors() == 1 ? "SingleToR_" : "DualToR_") + tail;
        };
    }

    private void number(ClusterOption option, int least) {
        String text = text(option).strip();
        try {
            if (Integer.parseInt(text) >= least) {
                return;
            }
        } catch (NumberFormatException e) {
            throw wrong(option, "is '" + text + "', not a whole number");
        }
        throw wrong(option, "is " + text);
    }

    private static TopologyException wrong(ClusterOption option, String found) {
        return new TopologyException(
                option.names().get(0) + " (" + option.meaning() + ") " + found,
                "Give a value such as " + option.base() + ".");
    }
}
