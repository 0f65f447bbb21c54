// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.etude.config.NamedConfig;
import org.etude.report.Finding;
import org.etude.report.InputText;
import org.etude.report.Report;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.CongestionSpec;
import org.etude.spec.network.EcnThreshold;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.RoutingSpec;
import org.etude.spec.network.SwitchSpec;
import org.etude.spec.network.TransportSpec;

/**
 * The reference's network configuration: {@code KEY value} pairs. Unknown keys are ignored; absent ones have the
 * reference's built-in defaults (which differ from its shipped values).
 *
 * @param spec the network it describes
 * @param topology the path of the physical topology, as written
 * @param outputs the values of the keys that name output files
 * @param report what was ignored or has no effect
 */
public record ConfigFile(PacketNetworkSpec spec, String topology, Map<String, String> outputs, Report report) {
    private static final long MIB = 1L << 20;
    private static final long NS_PER_US = 1000;
    private static final long FAILURE_BASE = 2_000_000_000L;
    private static final double KB = 1000;
    private static final String TOPOLOGY = "TOPOLOGY_FILE";
    private static final String KMAX = "KMAX_MAP";
    private static final String KMIN = "KMIN_MAP";
    private static final String PMAX = "PMAX_MAP";
    private static final List<String> OUTPUTS = List.of(
            "FLOW_FILE", "TRACE_FILE", "TRACE_OUTPUT_FILE", "FCT_OUTPUT_FILE", "PFC_OUTPUT_FILE", "QLEN_MON_FILE");
    private static final Map<String, String> NO_EFFECT = Map.of(
            "USE_DYNAMIC_PFC_THRESHOLD", "the reference stores it and never uses it",
            "PAUSE_TIME", "a pause lasts until the resume",
            "SIMULATOR_STOP_TIME", "the reference never applies it",
            "QLEN_MON_END", "the reference ignores it");
    private static final List<String> KNOWN = List.of("ENABLE_TRACE", "QLEN_MON_START", TOPOLOGY);

    /**
     * Reads a file.
     *
     * @throws PacketNetworkException when it cannot be read or a value is malformed
     */
    public static ConfigFile read(Path file) {
        return open(file).read();
    }

    private static Reader open(Path file) {
        try {
            return new Reader(file, InputText.bytes(file));
        } catch (IOException e) {
            throw new PacketNetworkException(
                    file + ": the network configuration cannot be read",
                    "Check the path and its permissions.",
                    null,
                    e);
        }
    }

    /** The ready-made configuration with a name, in which lines that begin with # are comments. */
    private static Reader ready(String name) {
        String text = NamedConfig.PACKETS
                .text(name)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .collect(Collectors.joining("\n"));
        return new Reader(Path.of("configs", "packets", name + ".txt"), text);
    }

    /**
     * Reads only the settings, without the physical topology, from a file or, if there is no such file, from the
     * ready-made configuration of that name ({@code configs/packets}).
     *
     * @throws PacketNetworkException when it cannot be read or a value is malformed
     * @throws org.etude.config.UnknownConfigException when it is a bare word that is neither a file nor a
     *     ready-made configuration
     */
    public static ConfigFile settings(Path file) {
        String name = file.toString();
        boolean bareWord = file.getNameCount() == 1 && !file.isAbsolute() && name.indexOf('.') < 0;
        boolean ready = !Files.exists(file) && (bareWord || NamedConfig.PACKETS.has(name));
        return (ready ? ready(name) : open(file)).settings();
    }

    /**
     * Reads the physical topology that the configuration names: relative to the configuration's directory, else as
     * written.
     *
     * @param configuration the file this was read from
     * @throws PacketNetworkException when it cannot be read
     */
    public PacketTopology physical(Path configuration) {
        Path name = Path.of(topology);
        Path directory = configuration.toAbsolutePath().getParent();
        for (Path candidate : List.of(directory.resolve(name), directory.resolve(name.getFileName()))) {
            if (Files.exists(candidate)) {
                return TopologyFile.read(candidate);
            }
        }
        return TopologyFile.read(name);
    }

    /** Looks up keys on demand, so that each default is where the value is used. */
    private static final class Reader {
        private final Path file;
        private final ConfigWords words;
        private final Map<String, String> values;
        private final List<Finding> findings = new ArrayList<>();

        Reader(Path file, String text) {
            this.file = file;
            words = new ConfigWords(file, text);
            values = words.values;
        }

        PacketNetworkSpec spec() {
            try {
                return new PacketNetworkSpec(
                        transport(),
                        congestion(),
                        switches(),
                        routing(),
                        real("ERROR_RATE_PER_LINK", 0),
                        1,
                        true,
                        List.of());
            } catch (IllegalArgumentException e) {
                throw new PacketNetworkException(file + ": " + e.getMessage(), "Correct the value.", null, e);
            }
        }

        ConfigFile read() {
            String topology = values.get(TOPOLOGY);
            if (topology == null) {
                throw new PacketNetworkException(
                        file + ": TOPOLOGY_FILE is missing", "Add 'TOPOLOGY_FILE path', the physical topology.");
            }
            return read(topology);
        }

        ConfigFile settings() {
            String topology = words.take(TOPOLOGY);
            if (topology != null) {
                findings.add(new Finding(
                        Finding.Level.INFO,
                        "simulate",
                        -1,
                        file.getFileName() + ": " + TOPOLOGY,
                        "the physical topology " + topology + " is not used",
                        "only the settings of the packet network were requested",
                        "packets travel on the network of the run"));
            }
            return read("");
        }

        private ConfigFile read(String topology) {
            PacketNetworkSpec spec = spec();
            Map<String, String> outputs = new HashMap<>();
            OUTPUTS.forEach(key -> Optional.ofNullable(words.take(key)).ifPresent(value -> outputs.put(key, value)));
            KNOWN.forEach(words::take);
            values.keySet().stream().sorted().forEach(this::unused);
            words.unknown.forEach(this::unused);
            words.commented.forEach(key -> warn(
                    key,
                    "a line that begins with # sets it",
                    "the reference knows no comments and reads it",
                    "used; remove the word from the comment if this is not intended"));
            return new ConfigFile(spec, topology, Map.copyOf(outputs), Report.of(findings));
        }

        private void unused(String key) {
            String why = NO_EFFECT.get(key);
            findings.add(new Finding(
                    Finding.Level.INFO,
                    "simulate",
                    -1,
                    file.getFileName() + ": " + key,
                    why == null ? "unknown key" : "key without effect",
                    why == null ? "the reference never reads it" : why,
                    "ignored"));
        }

        private TransportSpec transport() {
            return new TransportSpec(
                    count("PACKET_PAYLOAD_SIZE", 1000),
                    whole("L2_ACK_INTERVAL", 0),
                    count("L2_CHUNK_SIZE", 0),
                    flag("L2_BACK_TO_ZERO", false),
                    flag("HAS_WIN", true),
                    flag("GLOBAL_T", true),
                    flag("VAR_WIN", false),
                    flag("RATE_BOUND", true),
                    flag("ACK_HIGH_PRIO", false),
                    count("NIC_TOTAL_PAUSE_TIME", 0),
                    0);
        }

        private CongestionSpec congestion() {
            int mode = count("CC_MODE", 1);
            CongestionControl control = CongestionControl.ofMode(mode);
            // The reference's default of 1/16 is a whole-number division there.
            return new CongestionSpec(
                    control,
                    (long) real("ALPHA_RESUME_INTERVAL", 55),
                    (long) real("RATE_DECREASE_INTERVAL", 4),
                    (long) real("RP_TIMER", 0),
                    real("EWMA_GAIN", 0),
                    count("FAST_RECOVERY_TIMES", 5),
                    flag("CLAMP_TARGET_RATE", false),
                    step("RATE_AI", null),
                    step("RATE_HAI", null),
                    rate("MIN_RATE", "100Mb/s"),
                    step("DCTCP_RATE_AI", "1000Mb/s"),
                    flag("FAST_REACT", true),
                    real("U_TARGET", 0.95),
                    count("MI_THRESH", 5),
                    count("INT_MULTI", 1),
                    flag("MULTI_RATE", true),
                    flag("SAMPLE_FEEDBACK", false),
                    real("PINT_LOG_BASE", 1.05),
                    real("PINT_PROB", 1.0));
        }

        private SwitchSpec switches() {
            boolean ecn = flag("ENABLE_QCN", true);
            long buffer = count("BUFFER_SIZE", 16) * MIB;
            return new SwitchSpec(ecn, marks(ecn), false, true, buffer, count("HEADROOM_FACTOR", 3));
        }

        private List<EcnThreshold> marks(boolean used) {
            Map<Long, Double> high = pairs(KMAX);
            Map<Long, Double> low = pairs(KMIN);
            Map<Long, Double> probability = pairs(PMAX);
            TreeSet<Long> rates = new TreeSet<>(high.keySet());
            rates.addAll(low.keySet());
            rates.addAll(probability.keySet());
            List<EcnThreshold> marks = new ArrayList<>();
            for (long bps : rates) {
                if (used) {
                    warnWithout(KMAX, high, bps, "packets that leave a non-empty queue behind are marked");
                    warnWithout(KMIN, low, bps, "packets may be marked from the first queued byte");
                    warnWithout(PMAX, probability, bps, "no packet is marked between the two thresholds");
                }
                double most = high.getOrDefault(bps, 0.0);
                marks.add(new EcnThreshold(
                        bps,
                        // A low mark above the high one has no effect: whatever exceeds the high one is marked.
                        (long) (Math.min(low.getOrDefault(bps, 0.0), most) * KB),
                        (long) (most * KB),
                        probability.getOrDefault(bps, 0.0)));
            }
            return marks;
        }

        private void warnWithout(String key, Map<Long, Double> map, long bps, String effect) {
            if (!map.containsKey(bps)) {
                warn(
                        key,
                        "no value for " + bps + " bit/s, which is in another of the three maps",
                        "the reference takes 0 for a rate that is missing",
                        effect);
            }
        }

        private void warn(String key, String what, String why, String effect) {
            findings.add(new Finding(
                    Finding.Level.WARNING, "simulate", -1, file.getFileName() + ": " + key, what, why, effect));
        }

        private Map<Long, Double> pairs(String key) {
            List<String> listed = words.list(key, List.of());
            Map<Long, Double> pairs = new HashMap<>();
            for (int i = 0; i + 1 < listed.size(); i += 2) {
                String rate = listed.get(i);
                String value = listed.get(i + 1);
                pairs.put(
                        parse(key, rate, "a rate in bit/s", Long::parseLong),
                        parse(key, value, "a number", Reader::finite));
            }
            return pairs;
        }

        private RoutingSpec routing() {
            List<String> down = words.list("LINK_DOWN", List.of("0", "0", "0"));
            long micros = parse("LINK_DOWN", down.get(0), "microseconds within 292 years", Reader::micros);
            int a = parse("LINK_DOWN", down.get(1), "a node", Integer::parseInt);
            int b = parse("LINK_DOWN", down.get(2), "a node", Integer::parseInt);
            return micros > 0
                    ? RoutingSpec.reference()
                            .withFailure(new RoutingSpec.LinkFailure(FAILURE_BASE + micros * NS_PER_US, a, b))
                    : RoutingSpec.reference();
        }

        private boolean flag(String key, boolean otherwise) {
            return whole(key, otherwise ? 1 : 0) != 0;
        }

        private long whole(String key, long otherwise) {
            String value = words.take(key);
            return value == null ? otherwise : parse(key, value, "a whole number", Long::parseLong);
        }

        private int count(String key, int otherwise) {
            String value = words.take(key);
            return value == null ? otherwise : parse(key, value, "a whole number below 2^31", Integer::parseInt);
        }

        private double real(String key, double otherwise) {
            String value = words.take(key);
            return value == null ? otherwise : parse(key, value, "a number", Reader::finite);
        }

        private static double finite(String text) {
            double value = Double.parseDouble(text);
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(text);
            }
            return value;
        }

        /** Microseconds after {@link #FAILURE_BASE} whose time in ns can be represented. */
        private static long micros(String text) {
            long micros = Long.parseLong(text);
            if (micros > (Long.MAX_VALUE - FAILURE_BASE) / NS_PER_US) {
                throw new IllegalArgumentException(text);
            }
            return micros;
        }

        private long rate(String key, String otherwise) {
            return rate(key, otherwise, Ns3Units::bitsPerSecond);
        }

        /** The value of a step, which may be 0. */
        private long step(String key, String otherwise) {
            return rate(key, otherwise, Ns3Units::bitsPerSecondOrNone);
        }

        private long rate(String key, String otherwise, Function<String, Long> parser) {
            String value = words.take(key);
            if (value == null && otherwise == null) {
                throw new PacketNetworkException(
                        file + ": " + key + " is missing", "Add '" + key + " 50Mb/s'; it has no default.");
            }
            return parse(key, value == null ? otherwise : value, "a rate such as 50Mb/s", parser);
        }

        private <T> T parse(String key, String text, String what, Function<String, T> parser) {
            try {
                return parser.apply(text);
            } catch (IllegalArgumentException e) {
                throw words.wrong(key, text, what);
            }
        }
    }
}
