package org.etude.sim.network.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.report.Finding;
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
                .containsExactly("key without effect", "unknown key");
    }

    @Test
    void aRateThatIsNotListedMarksEverythingAsTheReference() throws IOException {
        SwitchSpec switches = read(LEAST).spec().switches();
        assertThat(switches.marksOf(65_000_000_000L)).isEqualTo(new EcnThreshold(65_000_000_000L, 0, 0, 0));
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
        "CC_MODE 1, DCQCN needs intervals"
    })
    void badValuesNameTheKey(String line, String message) {
        assertThatThrownBy(() -> read(LEAST + line + "\n"))
                .isInstanceOf(PacketNetworkException.class)
                .hasMessageContaining(message);
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

    @ParameterizedTest
    @CsvSource({"0.0005ms, 500", "0.000001ms, 1", "14us, 14000", "1.5ns, 2", "2s, 2000000000", "0.00125ms, 1250"})
    void times(String text, long nanos) {
        assertThat(Ns3Units.nanos(text)).isEqualTo(nanos);
    }
}
