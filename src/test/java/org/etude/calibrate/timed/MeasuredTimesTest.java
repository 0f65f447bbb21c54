// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.timed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTiming;
import org.etude.spec.TimingOptions;
import org.etude.spec.TransferTimes;
import org.etude.spec.TransferTimes.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Times between measured sizes, inferred ones, and files that hold them. */
class MeasuredTimesTest {
    @TempDir
    private Path dir;

    private static CollectiveTiming timing(String type, int ranks, long bytes, double micros) {
        return new CollectiveTiming(type, ranks, bytes, micros);
    }

    @Test
    void straightLinesBetweenSizesAndTheRateBeyond() {
        MeasuredTimes times = MeasuredTimes.of(List.of(
                timing("all_reduce", 2, 1000, 10),
                timing("all_reduce", 2, 3000, 30),
                timing("all_reduce", 2, 3000, 50),
                timing("all_reduce", 2, 3000, 40)));
        assertThat(times.of("all_reduce", 2, 10, "")).isEqualTo(Answer.same(10_000, ""));
        assertThat(times.of("all_reduce", 2, 2000, "")).isEqualTo(Answer.same(25_000, ""));
        assertThat(times.of("all_reduce", 2, 6000, "")).isEqualTo(Answer.same(80_000, ""));
        assertThat(times.of("all_reduce", 2, 6001, "").inferredFrom())
                .isEqualTo("timings of at most 3000 bytes, by their rate");
    }

    @Test
    void anotherTypeCountsByTheBytesOfALink() {
        MeasuredTimes times =
                MeasuredTimes.of(List.of(timing("all_reduce", 4, 1000, 10), timing("all_reduce", 4, 3000, 30)));
        // A ring's reduce-scatter moves half of what its all-reduce does: 4,000 bytes like 2,000.
        Answer answer = times.of("reduce_scatter", 4, 4000, "");
        assertThat(answer.nanos()).isEqualTo(20_000);
        assertThat(answer.inferredFrom()).isEqualTo("all_reduce of 4 ranks, by the bytes of a rank's link");
    }

    @Test
    void anotherGroupSizeCountsByStepsAndBytes() {
        MeasuredTimes times =
                MeasuredTimes.of(List.of(timing("all_reduce", 2, 0, 10), timing("all_reduce", 2, 3000, 40)));
        // 4 ranks: 1.5 times the bytes of a link, 3 times the steps of 10 us.
        Answer answer = times.of("all_reduce", 4, 1000, "");
        assertThat(answer.nanos()).isEqualTo(25_000 + 20_000);
        assertThat(answer.inferredFrom()).startsWith("all_reduce of 2 ranks, by a ring's steps");
    }

    /** A shaped link lets a burst of each step pass, so larger sizes show no start-up, and fewer steps save none. */
    @Test
    void stepsCountForTheStartUpThatTheCurveShowsAtThatSize() {
        MeasuredTimes times = MeasuredTimes.of(List.of(
                timing("all_reduce", 4, 1000, 12),
                timing("all_reduce", 4, 15_000, 30),
                timing("all_reduce", 4, 30_000, 60)));
        // A message of 30,000 bytes is to a link what an all-reduce of 20,000 is: 40 us by a line through 0.
        assertThat(times.of(TransferTimes.MESSAGE, 2, 30_000, "").nanos()).isEqualTo(40_000);
        // One of at most 1,500 bytes takes one of six steps.
        assertThat(times.of(TransferTimes.MESSAGE, 2, 1000, "").nanos()).isEqualTo(2_000);
        assertThat(times.of(TransferTimes.MESSAGE, 2, 90_000, "").nanos()).isEqualTo(120_000);
    }

    @Test
    void aLateRankOfAnExchangeTakesWhatSkewedTimingsSay() {
        List<CollectiveTiming> messages = List.of(timing("sendrecv", 2, 0, 5), timing("sendrecv", 2, 1000, 105));
        List<CollectiveTiming> skewed = List.of(timing("all_to_all", 2, 2000, 150));
        Answer answer = MeasuredTimes.ofFiles(List.of(messages, skewed)).of("all_to_all", 2, 2000, "gloo");
        // Two ways of 105 us for the late rank; the mean of both is 150, so the early one is through after one way.
        assertThat(answer).isEqualTo(new Answer(210_000, 105_000, 105_000, 5_000, ""));
        Answer gathered = MeasuredTimes.ofFiles(List.of(messages, List.of(timing("all_gather", 2, 2000, 150))))
                .of("all_gather", 2, 1000, "gloo");
        // One and a half ways: 157.5 us, and 142.5 for the early one.
        assertThat(gathered).isEqualTo(new Answer(157_500, 142_500, 105_000, 5_000, ""));
    }

    @Test
    void whatTimingsExceedTheWaysByIsAddedForAll() {
        List<CollectiveTiming> messages = List.of(timing("sendrecv", 2, 0, 5), timing("sendrecv", 2, 1000, 105));
        Answer answer = MeasuredTimes.ofFiles(List.of(messages, List.of(timing("all_to_all", 2, 2000, 230))))
                .of("all_to_all", 2, 2000, "gloo");
        assertThat(answer).isEqualTo(new Answer(230_000, 230_000, 125_000, 5_000, ""));
    }

    @Test
    void aMessageLeavesItsSenderWhenTheConnectionHoldsTheRest() {
        List<CollectiveTiming> messages = List.of(timing("sendrecv", 2, 0, 5), timing("sendrecv", 2, 1000, 105));
        MeasuredTimes held = MeasuredTimes.ofFiles(List.of(messages, List.of(timing("all_to_all", 2, 2000, 180))));
        // Late 210, early 2 x 180 - 210: the connection holds what takes 60 us.
        assertThat(held.of(TransferTimes.MESSAGE, 2, 1000, "")).isEqualTo(new Answer(105_000, 45_000, 105_000, 0, ""));
        assertThat(MeasuredTimes.of(messages).of(TransferTimes.MESSAGE, 2, 1000, ""))
                .isEqualTo(Answer.same(105_000, ""));
        MeasuredTimes aligned = MeasuredTimes.ofFiles(List.of(messages, List.of(timing("all_to_all", 2, 2000, 110))));
        assertThat(aligned.of(TransferTimes.MESSAGE, 2, 1000, "")).isEqualTo(Answer.same(105_000, ""));
    }

    @Test
    void alignedTimingsSayNothingOfALateRank() {
        MeasuredTimes times = MeasuredTimes.of(List.of(
                timing("sendrecv", 2, 0, 5), timing("sendrecv", 2, 1000, 105), timing("all_to_all", 2, 2000, 110)));
        Answer gloo = times.of("all_to_all", 2, 2000, "gloo");
        assertThat(gloo.nanos()).isEqualTo(210_000);
        assertThat(gloo.earlyNanos()).isEqualTo(105_000);
        assertThat(gloo.inferredFrom()).startsWith("timings of ranks that started together");
    }

    /** Messages of 1,000 bytes take 105 us; an all-reduce of 4 ranks and 3,000 bytes 700. */
    private static final MeasuredTimes FEW = MeasuredTimes.of(List.of(
            timing("sendrecv", 2, 0, 5),
            timing("sendrecv", 2, 1000, 105),
            timing("all_reduce", 4, 0, 10),
            timing("all_reduce", 4, 3000, 700)));

    @Test
    void glooRunsAReduceScatterAsAnAllReduce() {
        assertThat(FEW.of("reduce_scatter", 4, 3000, "gloo"))
                .isEqualTo(Answer.same(700_000, "all_reduce of 4 ranks, as which gloo runs it"));
        assertThat(FEW.of("reduce_scatter", 4, 3000, "").nanos())
                .as("another backend")
                .isEqualTo(355_000);
        Answer pair = FEW.of("reduce_scatter", 2, 1000, "gloo");
        assertThat(pair.nanos()).isEqualTo(105_000);
        assertThat(pair.inferredFrom()).isEqualTo("sendrecv of 2 ranks, by the bytes of a rank's link");
    }

    @Test
    void anUntimedExchangeOfAPairOnGlooTakesBothWays() {
        Answer gathered = FEW.of("all_gather", 2, 1000, "gloo");
        assertThat(gathered.nanos()).isEqualTo(157_500);
        assertThat(gathered.earlyNanos()).isEqualTo(105_000);
        assertThat(gathered.togetherNanos()).isEqualTo(105_000);
        assertThat(gathered.inferredFrom()).startsWith("sendrecv of 2 ranks; a later rank waits");
        assertThat(FEW.of("all_to_all", 2, 2000, "gloo").nanos()).isEqualTo(210_000);
        assertThat(FEW.of("all_gather", 2, 1000, ""))
                .isEqualTo(Answer.same(105_000, "sendrecv of 2 ranks, by the bytes of a rank's link"));
    }

    @Test
    void onlyTheRootsLinkIsInUseWhenGlooScattersOrGathers() {
        // The parts of three ranks, 250 bytes each.
        String from = "sendrecv of 2 ranks, by the bytes of the root's link";
        assertThat(FEW.of("scatter", 4, 1000, "gloo")).isEqualTo(Answer.same(80_000, from));
        assertThat(FEW.of("gather", 4, 250, "gloo")).isEqualTo(Answer.same(80_000, from));
    }

    /** Four ranks at once: six steps of 750 bytes, 80 us each if a rank sends alone. */
    @Test
    void transfersTakeLongerTheMoreRanksSendAtOnce() {
        double four = 700 / (6 * 80.0);
        assertThat(FEW.crowding(0)).isEqualTo(1);
        assertThat(FEW.crowding(1)).isEqualTo(1);
        assertThat(FEW.crowding(4)).isCloseTo(four, within(1e-12));
        assertThat(FEW.crowding(3)).as("on the line").isCloseTo(1 + (four - 1) * 2 / 3, within(1e-12));
        assertThat(FEW.crowding(9)).as("no more is known").isCloseTo(four, within(1e-12));
    }

    @Test
    void withoutMessagesTheSmallestGroupTells() {
        MeasuredTimes times = MeasuredTimes.of(List.of(
                timing("all_reduce", 2, 0, 10),
                timing("all_reduce", 2, 2000, 110),
                timing("all_reduce", 4, 4000, 660)));
        // A step of 1,000 bytes takes 55 us in a pair and 110 among four.
        assertThat(times.crowding(2)).isEqualTo(1);
        assertThat(times.crowding(4)).isEqualTo(2);
        assertThat(MeasuredTimes.of(List.of(timing("all_gather", 4, 1000, 30))).crowding(4))
                .isEqualTo(1);
    }

    @Test
    void readsJson() throws IOException {
        Path file = write(
                "a.json",
                "{\"rate\": \"x\", \"ranks\": 2, \"rows\": [{\"type\": \"all_gather\", \"size_bytes\": 10, \"time_us\": 3},"
                        + " {\"type\": \"send_recv_rtt\", \"size_bytes\": 10, \"time_us\": 8, \"ranks\": 2}]}");
        assertThat(TimingFiles.read(file, TimingOptions.defaults().ranks(4)).timings())
                .containsExactly(timing("all_gather", 2, 20, 3), timing("sendrecv", 2, 10, 4));
    }

    @Test
    void refusesWhatItCannotUse() throws IOException {
        Path first = write("a.json", "{\"rate\": \"x\", \"ranks\": 2, \"rows\": []}");
        Path other = write("b.json", "{\"rate\": \"y\", \"ranks\": 2, \"rows\": []}");
        assertThatThrownBy(() -> TimingFiles.measured(List.of(first, other)))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("b.json: holds timings of the network \"y\"");
        assertThatThrownBy(() -> TimingFiles.measured(List.of(first))).hasMessageContaining("no timed collective");
        Path broken = write("c.json", "{\"ranks\": 2, \"rows\": [{\"type\": \"all_reduce\", \"size_bytes\": 1}]}");
        assertThatThrownBy(() -> TimingFiles.read(broken, TimingOptions.defaults()))
                .hasMessageContaining("c.json, row 0: needs type");
        Path text = write("d.json", "{\n\"rows\": [}");
        assertThatThrownBy(() -> TimingFiles.read(text, TimingOptions.defaults()))
                .hasMessageContaining("d.json, line 2: is not JSON");
        Files.createDirectory(dir.resolve("none"));
        assertThatThrownBy(() -> TimingFiles.measured(List.of(dir.resolve("none"))))
                .hasMessageContaining("neither timings.csv nor a JSON file");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(dir.resolve(name), text);
    }
}
