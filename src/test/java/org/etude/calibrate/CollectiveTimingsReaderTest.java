// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectiveTimingsReaderTest {
    @TempDir
    private Path dir;

    private List<CollectiveTiming> read(String text) throws IOException {
        return CollectiveTimingsReader.read(Files.writeString(dir.resolve("t.txt"), text), "all_reduce", 4);
    }

    @Test
    void asksForWhatNobodySays() throws IOException {
        Path file = Files.writeString(dir.resolve("t.csv"), "size_bytes,time_us\n8,1.5\n");
        assertThatThrownBy(() -> CollectiveTimingsReader.read(file, "", 4))
                .hasMessageContaining("t.csv, line 2: does not say which collective")
                .hasMessageContaining("--type NAME");
        assertThatThrownBy(() -> CollectiveTimingsReader.read(file, "all_reduce", 0))
                .hasMessageContaining("does not say how many ranks")
                .hasMessageContaining("--ranks N");
    }

    @Test
    void readsNodesAndErrors() throws IOException {
        assertThat(read("type,ranks,size_bytes,time_us,nodes,stderr_frac\nall_gather,8,64,7.5,2,0.01\n"))
                .containsExactly(new CollectiveTiming("all_gather", 8, 64, 7.5, 2, 0.01));
    }

    @Test
    void readsCsvWithItsOwnGroupsAndTypes() throws IOException {
        String text = "\uFEFFtype,ranks,size_bytes,time_us\nall_gather,8,64,7.5\n\nall_reduce,2,128,9\n";
        assertThat(read(text))
                .containsExactly(
                        new CollectiveTiming("all_gather", 8, 64, 7.5), new CollectiveTiming("all_reduce", 2, 128, 9));
    }

    @Test
    void readsNanoseconds() throws IOException {
        assertThat(read("size(B),count,type,time(ns),busbw(GB/s)\n1048576,262144,float,51400,30.60\n"))
                .containsExactly(new CollectiveTiming("all_reduce", 4, 1048576, 51.4));
    }

    @Test
    void namesTheLineThatIsNoTiming() {
        assertThatThrownBy(() -> read("size_bytes,time_us\n8,1.5\n16,fast\n"))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("t.txt, line 3: not a timing: 16 fast");
        assertThatThrownBy(() -> read("size_bytes,time_us\n8\n")).hasMessageContaining("line 2");
        assertThatThrownBy(() -> read("size_bytes,time_us\n8,-2\n")).hasMessageContaining("line 2");
    }

    @Test
    void saysWhatItWantsOfAnotherFile() {
        assertThatThrownBy(() -> read("hello\nworld\n")).hasMessageContaining("no timing found");
    }

    @Test
    void aTypeIsOneHoweverItIsWritten() throws IOException {
        String rows = "AllReduce,8,1\nall-gather,8,1\nsend_recv,8,1\nRECV,8,1\nalltoallv,8,1\n";
        assertThat(read("type,size_bytes,time_us\n" + rows).stream().map(CollectiveTiming::type))
                .containsExactly("all_reduce", "all_gather", "sendrecv", "sendrecv", "alltoallv");
    }

    @Test
    void cellsMayBeQuoted() throws IOException {
        assertThat(read("\"type\",\"size_bytes\",\"time_us\"\n\"broadcast\", 8 ,\"1.5\"\n"))
                .containsExactly(new CollectiveTiming("broadcast", 4, 8, 1.5));
        assertThatThrownBy(() -> read("size_bytes,time_us\n8,\"1.5\n")).hasMessageContaining("line 2: not a timing");
    }
}
