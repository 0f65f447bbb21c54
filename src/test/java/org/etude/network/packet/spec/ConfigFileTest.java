// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.report.Finding;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.CongestionSpec;
import org.etude.spec.network.EcnThreshold;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.RoutingSpec;
import org.etude.spec.network.SwitchSpec;
import org.etude.spec.network.TransportSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigFileTest {
    private static final String LEAST = "TOPOLOGY_FILE t.txt\nRATE_AI 50Mb/s\nRATE_HAI 100Mb/s\nCC_MODE 12\n";

    @TempDir
    Path directory;

    private ConfigFile read(String text) throws IOException {
        Path file = directory.resolve("config.txt");
        Files.writeString(file, text);
        return ConfigFile.read(file);
    }

    @Test
    void absentKeysHaveTheReferencesDefaults() throws IOException {
        ConfigFile config = read(LEAST);
        TransportSpec transport = config.spec().transport();
        assertThat(transport).isEqualTo(new TransportSpec(1000, 0, 0, false, true, true, false, true, false, 0, 0));
        CongestionSpec congestion = config.spec().congestion();
        assertThat(congestion.alphaResumeMicros()).isEqualTo(55);
        assertThat(congestion.rateTimerMicros()).isZero();
        assertThat(congestion.gain()).isZero();
        assertThat(congestion.ratePerHop()).isTrue();
        assertThat(congestion.increaseThreshold()).isEqualTo(5);
        assertThat(config.spec().switches().bufferBytes()).isEqualTo(16L << 20);
        assertThat(config.spec().switches().headroomFactor()).isEqualTo(3);
        assertThat(config.spec().routing().failures()).isEmpty();
        assertThat(config.topology()).isEqualTo("t.txt");
    }

    @Test
    void mapsLinkDownAndOutputs() throws IOException {
        ConfigFile config = read(LEAST
                + "KMAX_MAP 2 25000000000 400 100000000000 1600 KMIN_MAP 1 100000000000 400\n"
                + "PMAX_MAP 1 100000000000 0.2 LINK_DOWN 7 3 9 FCT_OUTPUT_FILE f.txt WHAT 3 PAUSE_TIME 5\n");
        assertThat(config.spec().switches().marks())
                .containsExactly(
                        new EcnThreshold(25_000_000_000L, 0, 400_000, 0),
                        new EcnThreshold(100_000_000_000L, 400_000, 1_600_000, 0.2));
        assertThat(config.spec().routing().failures())
                .containsExactly(new RoutingSpec.LinkFailure(2_000_007_000L, 3, 9));
        assertThat(config.outputs()).containsEntry("FCT_OUTPUT_FILE", "f.txt");
        assertThat(config.report().findings())
                .extracting(Finding::what)
                .containsExactly(
                        "no value for 25000000000 bit/s, which is in another of the three maps",
                        "no value for 25000000000 bit/s, which is in another of the three maps",
                        "key without effect",
                        "unknown key");
        assertThat(config.report().findings())
                .extracting(Finding::where)
                .containsExactly(
                        "config.txt: KMIN_MAP", "config.txt: PMAX_MAP", "config.txt: PAUSE_TIME", "config.txt: WHAT");
    }

    @Test
    void aRateThatIsNotListedMarksEverythingAsTheReference() throws IOException {
        SwitchSpec switches = read(LEAST).spec().switches();
        assertThat(switches.marksOf(65_000_000_000L)).isEqualTo(new EcnThreshold(65_000_000_000L, 0, 0, 0));
    }

    /** As the reference: rates add up over several maps, and one that only lists a low mark has a high one of 0. */
    @Test
    void aRateInOneMapOnlyHasZeroesInTheOthersAndAFindingEach() throws IOException {
        ConfigFile config =
                read(LEAST + "KMIN_MAP 1 25000000000 400 KMIN_MAP 1 40000000000 9\nPMAX_MAP 1 40000000000 1\n"
                        + "KMAX_MAP 1 40000000000 10\n");
        assertThat(config.spec().switches().marks())
                .containsExactly(
                        new EcnThreshold(25_000_000_000L, 0, 0, 0), new EcnThreshold(40_000_000_000L, 9000, 10_000, 1));
        assertThat(config.report().findings())
                .extracting(Finding::effect)
                .containsExactly(
                        "packets that leave a non-empty queue behind are marked",
                        "no packet is marked between the two thresholds");
        assertThat(read(LEAST + "ENABLE_QCN 0 KMIN_MAP 1 25000000000 400\n")
                        .report()
                        .findings())
                .isEmpty();
    }

    /** The reference skips one word at a time, so an odd number of unknown words shifts nothing. */
    @Test
    void strangeWordsShiftNoKey() throws IOException {
        ConfigFile config = read(LEAST + "one two three CC_MODE 3 four\n");
        assertThat(config.spec().congestion().control()).isEqualTo(CongestionControl.HPCC);
        assertThat(config.report().findings())
                .extracting(Finding::where, Finding::what)
                .containsExactly(tuple("config.txt: four", "unknown key"), tuple("config.txt: one", "unknown key"));
    }

    @Test
    void wordsOfACommentAreNoKeysButAKeyInOneCounts() throws IOException {
        ConfigFile plain = read("# DCQCN. Source: Zhu et al., constants as shipped\n" + LEAST);
        assertThat(plain.report().findings()).isEmpty();
        ConfigFile live = read(LEAST + "# CC_MODE 7 is another\n");
        assertThat(live.spec().congestion().control()).isEqualTo(CongestionControl.TIMELY);
        assertThat(live.report().findings())
                .extracting(Finding::where, Finding::what)
                .containsExactly(tuple("config.txt: CC_MODE", "a line that begins with # sets it"));
    }

    /** A key that is looked for is read or said to have no effect; one that is read and not looked for fails in every test here. */
    @Test
    void everyKeyThatIsLookedForIsRead() throws IOException {
        StringBuilder text = new StringBuilder();
        ConfigWords.KEYS.forEach(
                key -> text.append(key).append(key.matches("(DCTCP_)?RATE_H?AI|MIN_RATE") ? " 50Mb/s\n" : " 1\n"));
        assertThat(read(text.toString()).report().findings())
                .extracting(Finding::where, Finding::what)
                .containsExactly(
                        tuple("config.txt: PAUSE_TIME", "key without effect"),
                        tuple("config.txt: QLEN_MON_END", "key without effect"),
                        tuple("config.txt: SIMULATOR_STOP_TIME", "key without effect"),
                        tuple("config.txt: USE_DYNAMIC_PFC_THRESHOLD", "key without effect"));
    }

    @Test
    void aKeyThatIsNotLookedForCannotBeRead() {
        ConfigWords words = new ConfigWords(Path.of("config.txt"), LEAST);
        assertThat(words.take("CC_MODE")).isEqualTo("12");
        assertThat(words.take("CC_MODE")).isNull();
        assertThatThrownBy(() -> words.take("CC_MOOD"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("CC_MOOD");
        assertThatThrownBy(() -> words.list("CC_MODE", List.of())).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "# KMAX_MAP lists rate and threshold, KMAX_MAP is 'lists'",
        "# KMAX_MAP 1 a b, KMAX_MAP is 'a'",
        "# LINK_DOWN takes three words, LINK_DOWN is 'takes'",
        "# CC_MODE fast, CC_MODE is 'fast'"
    })
    void anErrorNamesTheCommentThatSetsTheKey(String line, String message) {
        assertThatThrownBy(() -> read(LEAST + line + "\n"))
                .isInstanceOf(PacketNetworkException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("a line that begins with # sets it");
    }

    @Test
    void theShippedSpecScalesTheNearestMarks() {
        EcnThreshold marks = PacketNetworkSpec.shipped().switches().marksOf(50_000_000_000L);
        assertThat(marks).isEqualTo(new EcnThreshold(50_000_000_000L, 250_000, 1_000_000, 0.2));
    }

    @ParameterizedTest
    @CsvSource({
        "CC_MODE fast, CC_MODE is 'fast'",
        "KMAX_MAP two, KMAX_MAP is 'two'",
        "KMIN_MAP 2 25000000000, KMIN_MAP is '25000000000'",
        "PACKET_PAYLOAD_SIZE 0, payload must be",
        "ERROR_RATE_PER_LINK 2, error rate",
        "MIN_RATE 5parsecs, MIN_RATE is '5parsecs'",
        "RATE_AI -1Mb/s, RATE_AI is '-1Mb/s'",
        "MIN_RATE 0Mb/s, MIN_RATE is '0Mb/s'",
        "CC_MODE 3 U_TARGET 0, target utilisation must be positive",
        "CC_MODE 10 U_TARGET -1, target utilisation must be positive",
        "CC_MODE 3 INT_MULTI 0, the telemetry scale of HPCC must be at least 1: 0",
        "CC_MODE 10 PINT_LOG_BASE 1, 'PINT base must exceed 1 and its probability lie in 0..1: 1.0, 1.0'",
        "CC_MODE 10 PINT_PROB 2, 'lie in 0..1: 1.05, 2.0'",
        "CC_MODE 1 RP_TIMER -1, intervals cannot be negative",
        // Nothing is cut to fewer bits, nor wraps around.
        "PACKET_PAYLOAD_SIZE 4294967297, PACKET_PAYLOAD_SIZE is '4294967297'",
        "CC_MODE 4294967297, CC_MODE is '4294967297'",
        "L2_CHUNK_SIZE 4294967296, L2_CHUNK_SIZE is '4294967296'",
        "MI_THRESH 2147483648, MI_THRESH is '2147483648'",
        "INT_MULTI 4294967297, INT_MULTI is '4294967297'",
        "FAST_RECOVERY_TIMES 4294967297, FAST_RECOVERY_TIMES is '4294967297'",
        "NIC_TOTAL_PAUSE_TIME 4294967297, NIC_TOTAL_PAUSE_TIME is '4294967297'",
        "HEADROOM_FACTOR 4294967297, HEADROOM_FACTOR is '4294967297'",
        "BUFFER_SIZE 17592186044417, BUFFER_SIZE is '17592186044417'",
        "LINK_DOWN 9223372036854775 0 1, LINK_DOWN is '9223372036854775'",
        "KMAX_MAP -1, KMAX_MAP is '-1'",
        "KMAX_MAP 2147483648, KMAX_MAP is '2147483648'",
        "PMAX_MAP 1 25000000000 NaN, PMAX_MAP is 'NaN'",
        "EWMA_GAIN NaN, EWMA_GAIN is 'NaN'",
        "RP_TIMER Infinity, RP_TIMER is 'Infinity'",
        "RP_TIMER 1e16, an interval exceeds 1e15 us",
        "RATE_AI 99999999999Gb/s, RATE_AI is '99999999999Gb/s'",
        "RATE_HAI 1000000001Gb/s, a rate exceeds 1e18 bit/s",
        "MIN_RATE 9Eb/s, MIN_RATE is '9Eb/s'"
    })
    void badValuesNameTheKey(String line, String message) {
        assertThatThrownBy(() -> read(LEAST + line + "\n"))
                .isInstanceOf(PacketNetworkException.class)
                .hasMessageContaining(message);
    }

    /** The reference reads the parameters of methods that it does not use, and ignores them. */
    @ParameterizedTest
    @CsvSource({
        "U_TARGET 0",
        "INT_MULTI 0",
        "PINT_LOG_BASE 1",
        "PINT_PROB 2",
        "CC_MODE 1 RP_TIMER 0",
        "CC_MODE 10 INT_MULTI 0"
    })
    void constantsOfOtherMethodsMayBeAnything(String line) throws IOException {
        assertThat(read(LEAST + line + "\n").spec().transport().payloadBytes()).isEqualTo(1000);
    }

    @Test
    void stepsMayBeNothing() throws IOException {
        CongestionSpec still = read("TOPOLOGY_FILE t RATE_AI 0Mb/s RATE_HAI 0Mb/s DCTCP_RATE_AI 0bps CC_MODE 8")
                .spec()
                .congestion();
        assertThat(still.additiveBps()).isZero();
        assertThat(still.hyperBps()).isZero();
        assertThat(still.dctcpBps()).isZero();
    }

    /** What exceeds the high mark is marked, so a low one above it never counts. */
    @Test
    void aLowMarkAboveTheHighOneIsTheHighOne() throws IOException {
        ConfigFile config =
                read(LEAST + "KMAX_MAP 1 25000000000 400 KMIN_MAP 1 25000000000 900 PMAX_MAP 1 25000000000 0.2");
        assertThat(config.spec().switches().marks())
                .containsExactly(new EcnThreshold(25_000_000_000L, 400_000, 400_000, 0.2));
    }

    @Test
    void whatHasNoDefaultIsAskedFor() {
        assertThatThrownBy(() -> read("TOPOLOGY_FILE t")).hasMessageContaining("RATE_AI is missing");
        assertThatThrownBy(() -> read("")).hasMessageContaining("TOPOLOGY_FILE is missing");
        assertThatThrownBy(() -> ConfigFile.read(directory.resolve("none"))).isInstanceOf(PacketNetworkException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "400Gbps, 400000000000",
        "50Mb/s, 50000000",
        "1.5Gb/s, 1500000000",
        "2MB/s, 16000000",
        "10kbps, 10000",
        "7bps, 7"
    })
    void rates(String text, long bps) {
        assertThat(Ns3Units.bitsPerSecond(text)).isEqualTo(bps);
    }

    @Test
    void aRateBeyondWhatCanBeRepresentedIsRefused() {
        assertThat(Ns3Units.bitsPerSecond("9000000Tbps")).isEqualTo(9_000_000_000_000_000_000L);
        assertThatThrownBy(() -> Ns3Units.bitsPerSecond("10000000Tbps"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rate is beyond 9.2e18 bit/s: '10000000Tbps'");
    }

    /** The largest that is allowed: a rate that rises by it stays positive, and a timer ends within the time there is. */
    @Test
    void theLargestStepsAndIntervals() throws IOException {
        CongestionSpec most = read(LEAST + "RP_TIMER 1e15 RATE_AI 1000000000Gb/s LINK_DOWN 9223372034854775 0 1")
                .spec()
                .congestion();
        assertThat(most.rateTimerMicros()).isEqualTo(1_000_000_000_000_000L);
        assertThat(most.additiveBps()).isEqualTo(1_000_000_000_000_000_000L);
    }

    @ParameterizedTest
    @CsvSource({
        "0.0005ms, 500",
        "0.000001ms, 1",
        "14us, 14000",
        "1.5ns, 2",
        "2s, 2000000000",
        "0.00125ms, 1250",
        "1500ps, 2",
        "499999fs, 0",
        "500000fs, 1",
        "0.5min, 30000000000",
        "1h, 3600000000000",
        "2d, 172800000000000"
    })
    void times(String text, long nanos) {
        assertThat(Ns3Units.nanos(text)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @CsvSource({
        "99999999999d, time is beyond 292 years",
        "-106752.1d, time is beyond 292 years",
        "5parsec, unknown time unit",
        "ms, does not begin with a number",
        "+-1ms, does not begin with a number"
    })
    void whatIsNoTimeIsRefused(String text, String said) {
        assertThatThrownBy(() -> Ns3Units.nanos(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(said)
                .hasMessageContaining(text);
    }
}
