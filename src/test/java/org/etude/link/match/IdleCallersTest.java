// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.etude.link.Recording;
import org.etude.link.model.Collective;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** gloo notes the end of a message when the program waits for it, even if the message is long over. */
class IdleCallersTest {
    @TempDir
    Path dir;

    private final Recording job = new Recording(2);

    /** A message from rank 0 to rank 1, noted from 1020 to 5020 us; rank 1 computes from 1200 us on. */
    private LinkedSet linked(double computes) {
        for (int r = 0; r < 2; r++) {
            String what = r == 0 ? "send" : "recv_";
            job.rank(r)
                    .op("c10d::" + what, 1, 1000, 50)
                    .arg("Input Dims", List.of(List.of(List.of(4096))))
                    .arg("Input type", List.of("float"))
                    .arg("Concrete Inputs", List.of("", "", Integer.toString(1 - r), "0"))
                    .op("gloo:" + what.replace("_", ""), 1, 1020, 4000)
                    .arg("Input Dims", List.of(List.of(4096)))
                    .arg("Input type", List.of("float"))
                    .op("aten::mm", 1, 1200, computes)
                    .op("aten::mul", 1, 5100, 900)
                    .op("aten::add", 2, 4000, 1000);
        }
        return job.link(dir);
    }

    private static long idle(LinkedRank rank) {
        Collective message = rank.collectives().get(0);
        assertThat(message.type()).isIn(CollectiveType.SEND, CollectiveType.RECV);
        return new IdleCallers(rank).nanos(message);
    }

    @Test
    void itIsTheTimeSinceTheLastOperatorOfTheCallingThread() {
        LinkedSet linked = linked(2000);
        assertThat(linked.ranks()).extracting(IdleCallersTest::idle).containsExactly(1_820_000L, 1_820_000L);
        CollectiveMatch match = linked.matches().orElseThrow().matches().get(0);
        assertThat(match.members())
                .extracting(CollectiveMatch.Member::idleNanos)
                .containsExactly(1_820_000L, 1_820_000L);
    }

    @Test
    void aThreadThatWasBusyHadNotWaited() {
        assertThat(linked(3815).ranks()).extracting(IdleCallersTest::idle).containsExactly(5_000L, 5_000L);
    }
}
