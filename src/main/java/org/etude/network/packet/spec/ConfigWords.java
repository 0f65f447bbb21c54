// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.spec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The words of a network configuration as the reference reads them. A key takes the following words as its values,
 * across line ends; any other word is skipped. The reference has no comments, so a key in a line that begins with
 * {@code #} counts; other words in such lines are ignored without a finding.
 */
final class ConfigWords {
    private static final Set<String> MAPS = Set.of("KMAX_MAP", "KMIN_MAP", "PMAX_MAP");
    private static final String FAILURE = "LINK_DOWN";
    private static final int FAILURE_WORDS = 3;
    /** Keys with one value. */
    static final Set<String> KEYS = Set.of(
            ("ENABLE_QCN USE_DYNAMIC_PFC_THRESHOLD PAUSE_TIME PACKET_PAYLOAD_SIZE L2_CHUNK_SIZE L2_ACK_INTERVAL L2_BACK_TO_ZERO"
                            + " TOPOLOGY_FILE FLOW_FILE TRACE_FILE TRACE_OUTPUT_FILE FCT_OUTPUT_FILE PFC_OUTPUT_FILE"
                            + " QLEN_MON_FILE QLEN_MON_START QLEN_MON_END SIMULATOR_STOP_TIME CC_MODE ALPHA_RESUME_INTERVAL"
                            + " RATE_DECREASE_INTERVAL RP_TIMER EWMA_GAIN FAST_RECOVERY_TIMES CLAMP_TARGET_RATE RATE_AI"
                            + " RATE_HAI MIN_RATE DCTCP_RATE_AI ERROR_RATE_PER_LINK HAS_WIN GLOBAL_T VAR_WIN FAST_REACT"
                            + " U_TARGET MI_THRESH INT_MULTI MULTI_RATE SAMPLE_FEEDBACK PINT_LOG_BASE PINT_PROB"
                            + " NIC_TOTAL_PAUSE_TIME RATE_BOUND ACK_HIGH_PRIO ENABLE_TRACE BUFFER_SIZE HEADROOM_FACTOR")
                    .split(" "));

    private final Path file;
    /** The last value of each one-value key, until it is taken. */
    final Map<String, String> values = new HashMap<>();

    private final Map<String, List<String>> lists = new HashMap<>();
    /** The first word of each run of words in a line that belong to no key. */
    final Set<String> unknown = new TreeSet<>();
    /** Keys in lines that look like comments. */
    final Set<String> commented = new TreeSet<>();

    private record Word(String text, int line, boolean comment) {}

    /**
     * Splits a text into keys and values.
     *
     * @param file the file named in errors
     * @throws PacketNetworkException when a key with several values has too few
     */
    ConfigWords(Path file, String text) {
        this.file = file;
        Iterator<Word> words = words(text).iterator();
        int passed = -1;
        while (words.hasNext()) {
            Word word = words.next();
            if (isKey(word.text)) {
                passed = -1;
                if (word.comment) {
                    commented.add(word.text);
                }
                take(word.text, words);
            } else if (!word.comment && passed != word.line) {
                passed = word.line;
                unknown.add(word.text);
            }
        }
    }

    private static List<Word> words(String text) {
        List<Word> words = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            boolean comment = line.stripLeading().startsWith("#");
            for (String word : line.split("[\\s]+")) {
                if (!word.isEmpty()) {
                    words.add(new Word(word, number, comment));
                }
            }
            number++;
        }
        return words;
    }

    private static boolean isKey(String word) {
        return KEYS.contains(word) || isList(word);
    }

    private static boolean isList(String key) {
        return MAPS.contains(key) || key.equals(FAILURE);
    }

    private void take(String key, Iterator<Word> words) {
        if (MAPS.contains(key)) {
            lists.computeIfAbsent(key, name -> new ArrayList<>()).addAll(take(words, pairs(key, words), key));
        } else if (key.equals(FAILURE)) {
            lists.put(key, take(words, FAILURE_WORDS, key));
        } else if (words.hasNext()) {
            values.put(key, words.next().text);
        }
    }

    /**
     * Takes the value of a one-value key, or null when it is absent.
     *
     * @throws IllegalStateException when the text is not searched for the key, so that its value would never be
     *     found
     */
    String take(String key) {
        require(KEYS.contains(key), key);
        return values.remove(key);
    }

    private static void require(boolean known, String key) {
        if (!known) {
            throw new IllegalStateException(key + " is not one of the known keys");
        }
    }

    private int pairs(String key, Iterator<Word> words) {
        String count = words.hasNext() ? words.next().text : "";
        if (!count.matches("[0-9]{1,6}")) {
            throw wrong(key, count, "the number of pairs");
        }
        return 2 * Integer.parseInt(count);
    }

    private List<String> take(Iterator<Word> words, int count, String key) {
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (!words.hasNext()) {
                throw wrong(key, String.join(" ", taken), count + " values");
            }
            taken.add(words.next().text);
        }
        return taken;
    }

    /**
     * The values of a key that takes several, or the given default when it is absent; throws like {@link
     * #take(String)}.
     */
    List<String> list(String key, List<String> otherwise) {
        require(isList(key), key);
        return lists.getOrDefault(key, otherwise);
    }

    /** An error about a malformed value. */
    PacketNetworkException wrong(String key, String found, String wanted) {
        boolean inComment = commented.contains(key);
        return new PacketNetworkException(
                file + ": " + key + " is '" + found + "'"
                        + (inComment ? "; a line that begins with # sets it, and the reference has no comments" : ""),
                "Give it " + wanted + (inComment ? ", or write it differently in that line." : "."));
    }
}
