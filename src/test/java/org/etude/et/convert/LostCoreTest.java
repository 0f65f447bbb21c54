// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.link.Recording;
import org.etude.report.Progress;
import org.etude.spec.ConvertOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls that lose their core to the transfer that they have handed to a backend's thread. */
class LostCoreTest {
    private static final int BACKEND_THREAD = 5;

    @TempDir
    Path dir;

    /** Rank 0 of two that call and are through together: handed over after 100 us, carried for 2000, returned at 1600. */
    private EtGraph recorded(boolean asynchronous) {
        Recording job = new Recording(2);
        for (int r = 0; r < 2; r++) {
            Recording.Rank rank = job.rank(r);
            rank.op("aten::mm", 1, 0, 1000)
                    .op("c10d::allreduce_", 1, 1000, 1600)
                    .arg("Input Dims", List.of(List.of(4096)))
                    .arg("Input type", List.of("float"))
                    .arg("Concrete Inputs", List.of("", "", "", "", asynchronous ? "True" : "False", "-1"))
                    .op("gloo:all_reduce", BACKEND_THREAD, 1100, 2000)
                    .op("aten::add", 1, asynchronous ? 2600 : 3150, 1000);
        }
        return EtConverter.convert(job.link(dir), ConvertOptions.defaults(), Progress.NONE)
                .ranks()
                .get(0);
    }

    private static int node(EtGraph graph, String name) {
        for (int n = 0; n < graph.size(); n++) {
            if (graph.name(n).equals(name)) {
                return n;
            }
        }
        throw new AssertionError(name);
    }

    @Test
    void aSynchronousCallWaitsFromThenOn() {
        EtGraph graph = recorded(false);
        int call = node(graph, "c10d::allreduce_");
        assertThat(graph.durationNanos(call)).isZero();
        assertThat(graph.dataDeps(call)).contains(graph.id(node(graph, "gloo:all_reduce")));
        assertThat(graph.durationNanos(node(graph, "gloo:all_reduce"))).isEqualTo(2_000_000);
    }

    /** 1500 of 1600 us were lost, of which the slowest pace leaves a twentieth. */
    @Test
    void anAsynchronousOneIsSlowedAsLongAsATransferIsUnderWay() {
        EtGraph graph = recorded(true);
        int call = node(graph, "c10d::allreduce_");
        assertThat(graph.durationNanos(call)).isEqualTo(1_600_000);
        assertThat(graph.integer(call, EtNames.PACE_PPM, -1)).isEqualTo(50_000);
        assertThat(graph.integer(call, EtNames.SLOWED_PPM, -1)).isEqualTo(937_500);
    }

    /** A send of 1600 us that others follow before the message has arrived, because the call itself writes to the connection. */
    @Test
    void aSendThatWritesItsMessageIsSlowedAsLongAsThatIsUnderWay() {
        Recording job = new Recording(2);
        message(job.rank(0).op("aten::mm", 1, 0, 1000), "send", 1000, 1600).op("aten::add", 1, 2600, 2000);
        message(job.rank(1).op("aten::mm", 1, 0, 900), "recv_", 950, 50).op("aten::add", 1, 3150, 1000);
        EtGraph graph = EtConverter.convert(job.link(dir), ConvertOptions.defaults(), Progress.NONE)
                .ranks()
                .get(0);
        int call = node(graph, "c10d::send");
        assertThat(graph.durationNanos(call)).isEqualTo(1_600_000);
        assertThat(graph.integer(call, EtNames.PACE_PPM, -1)).isEqualTo(50_000);
        assertThat(graph.integer(call, EtNames.SLOWED_PPM, -1)).isEqualTo(1_000_000);
    }

    private static Recording.Rank message(Recording.Rank rank, String what, int at, int micros) {
        String peer = what.equals("send") ? "1" : "0";
        return rank.op("c10d::" + what, 1, at, micros)
                .arg("Input Dims", List.of(List.of(List.of(4096))))
                .arg("Input type", List.of("float"))
                .arg("Concrete Inputs", List.of("", "", peer, "0"))
                .op("gloo:" + what.replace("_", ""), 1, at + 20, 3100 - at - 20)
                .arg("Input Dims", List.of(List.of(4096)))
                .arg("Input type", List.of("float"));
    }
}
