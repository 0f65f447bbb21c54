// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTiming;
import org.etude.calibrate.timed.TimingFiles;
import org.etude.spec.TimingOptions;

/** Damaged files of benchmarks are timings or one error of ours that names the file, never anything else. */
class BenchFuzzTest {
    private static final String RECORDS =
            "[{\"numCycle\":0,\"name\":\"AllReduce\",\"gpus\":4,\"size\":4096,\"type\":\"float\","
                    + "\"redop\":\"sum\",\"inPlace\":0,\"time\":8.192,\"algBw\":0.5,\"busBw\":0.75,\"wrong\":\"0\"}]";
    private static final String JSON =
            "{\"args\":[\"all_reduce_perf\"],\"nccl_version\":1,\"config\":{\"ngpus\":4,\"devices\":[{\"rank\":0}]},"
                    + "\"results\":[{\"size\":4096,\"out_of_place\":{\"time\":8,\"alg_bw\":0.5,\"bus_bw\":0.75}}]}";
    private static final String CSV = "numCycle,collective,gpus,size,type,redop,inplace,time,algbw,busbw,#wrong\n"
            + "0,\"AllReduce\",4,4096,\"float\",\"none\",0,8.192,0.5,0.75,\"0\"\n";
    private static final List<String> WHOLE = List.of(
            new NcclTestsLog("all_reduce_perf", 4).text(1024, 1 << 20),
            new NcclTestsLog("all_gather_perf", 4).spread().text(1024, 1 << 20),
            RECORDS,
            JSON,
            CSV);

    @Property(tries = 400)
    void damagedFilesEndInTimingsOrOneError(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        byte[] bytes = WHOLE.get(random.nextInt(WHOLE.size())).getBytes(StandardCharsets.UTF_8);
        int cut = random.nextBoolean() ? bytes.length : random.nextInt(bytes.length + 1);
        bytes = Arrays.copyOf(bytes, cut);
        for (int i = random.nextInt(6); i > 0 && bytes.length > 0; i--) {
            bytes[random.nextInt(bytes.length)] =
                    (byte) (random.nextBoolean() ? random.nextInt(256) : "09-,. e#[]{}\n".charAt(random.nextInt(13)));
        }
        Path file = Files.createTempFile("bench", ".log");
        try {
            Files.write(file, bytes);
            TimingLog log = TimingFiles.read(file, TimingOptions.defaults());
            assertThat(log.timings()).allMatch(t -> t.ranks() >= 2 && t.micros() > 0);
        } catch (CalibrationException e) {
            assertThat(e.getMessage()).contains("bench").contains(System.lineSeparator());
        } finally {
            Files.delete(file);
        }
    }

    @Property(tries = 50)
    void wholeFilesReadAlike(@ForAll long seed) throws IOException {
        long[] sizes =
                new Random(seed).longs(5, 4, 1 << 30).map(size -> size / 4 * 4).toArray();
        Path file = Files.createTempFile("bench", ".log");
        try {
            Files.writeString(file, new NcclTestsLog("all_reduce_perf", 8).text(sizes));
            assertThat(TimingFiles.read(file, TimingOptions.defaults()).timings())
                    .extracting(CollectiveTiming::bytes)
                    .containsExactly(Arrays.stream(sizes).boxed().toArray(Long[]::new));
        } finally {
            Files.delete(file);
        }
    }
}
