// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.cluster;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.shape.TopologySpec;
import org.etude.topology.text.TopologyText;

/**
 * The text form of clusters: {@code spectrum-x:1024}, {@code alibaba-hpn:2048:dp}, {@code dcn+:512:dt}, {@code nvl72:8}
 * (racks), {@code cluster:64:ro}. After the size come flags (ro, dt, dp, extend) and options with SimAI's short names,
 * separated by colons: {@code spectrum-x:128:gps=4:psn=8:bw=200Gbps}.
 */
public final class ClusterText {
    /** Options that change the wiring; they are part of a cluster's text form. */
    static final Set<ClusterOption> SHAPE = EnumSet.of(
            ClusterOption.GPUS_PER_SERVER,
            ClusterOption.NV_SWITCHES_PER_SERVER,
            ClusterOption.NICS_PER_ASW,
            ClusterOption.PSW_SWITCHES,
            ClusterOption.ASW_PER_PSW,
            ClusterOption.RAILS);

    /** Options derived from others. */
    private static final Set<ClusterOption> NOT_GIVEN = EnumSet.of(ClusterOption.GPUS, ClusterOption.ASW_SWITCHES);

    private static final int MOST_DIGITS = 8;

    private ClusterText() {}

    /** Whether a text starts with the name of a family. */
    public static boolean isCluster(String text) {
        return text.indexOf(':') > 0 && ClusterFamily.of(plain(text.substring(0, text.indexOf(':')))) != null;
    }

    /**
     * Parses a cluster, or any other network in its text form.
     *
     * @throws TopologyException when it is neither
     */
    public static TopologySpec any(String text) {
        return isCluster(text) ? parse(text).topology() : TopologyText.parse(text);
    }

    /**
     * Parses a text.
     *
     * @throws TopologyException when it contains an unknown word
     */
    public static ClusterChoice parse(String text) {
        String[] words = text.strip().split(":", -1);
        ClusterFamily family = ClusterFamily.of(plain(words[0]));
        if (family == null || words.length < 2 || !words[1].matches("[0-9]{1," + MOST_DIGITS + "}")) {
            throw new TopologyException(
                    "\"" + text + "\" is not a cluster",
                    "Write spectrum-x:1024, alibaba-hpn:1024, dcn+:512, nvl72:8 (racks) or cluster:64:ro.");
        }
        ClusterChoice choice = ClusterChoice.of(family, Integer.parseInt(words[1]));
        for (int i = 2; i < words.length; i++) {
            choice = with(choice, words[i].strip(), text);
        }
        return choice;
    }

    private static String plain(String word) {
        return word.strip().toLowerCase(Locale.ROOT);
    }

    private static ClusterChoice with(ClusterChoice choice, String word, String text) {
        int equals = word.indexOf('=');
        if (equals < 0) {
            ClusterChoice flagged = choice.flagged(plain(word));
            if (flagged == null) {
                throw unknown(word, text);
            }
            return flagged;
        }
        for (ClusterOption option : ClusterOption.values()) {
            if (key(option).equals(plain(word.substring(0, equals))) && !NOT_GIVEN.contains(option)) {
                return choice.with(option, word.substring(equals + 1));
            }
        }
        throw unknown(word, text);
    }

    private static TopologyException unknown(String word, String text) {
        String keys = EnumSet.complementOf(EnumSet.copyOf(NOT_GIVEN)).stream()
                .map(ClusterText::key)
                .collect(Collectors.joining(", "));
        return new TopologyException(
                "\"" + text + "\": \"" + word + "\" is not known",
                "Use ro, dt, dp, extend, or one of " + keys + " with a value, such as gps=8.");
    }

    /** The word of an option: SimAI's short name without its dash. */
    static String key(ClusterOption option) {
        return option.names().get(0).replaceFirst("^-+", "");
    }
}
