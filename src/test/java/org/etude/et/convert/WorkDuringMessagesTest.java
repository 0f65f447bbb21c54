// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.link.Recording;
import org.etude.link.model.LinkedSet;
import org.etude.report.Progress;
import org.etude.spec.ConvertOptions;
import org.etude.trace.activity.Activity;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.activity.StepActivity;
import org.etude.trace.activity.TimeSplit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages whose backend work is recorded on the calling thread from the call to the end of the wait. */
class WorkDuringMessagesTest {
    @TempDir
    Path dir;

    /** Both ranks compute for 2 of the 4 ms of a message. */
    private LinkedSet linked() {
        Recording job = new Recording(2);
        for (int r = 0; r < 2; r++) {
            String what = r == 0 ? "send" : "recv_";
            job.rank(r)
                    .op("aten::add", 1, 0, 900)
                    .op("c10d::" + what, 1, 1000, 50)
                    .arg("Input Dims", List.of(List.of(List.of(4096))))
                    .arg("Input type", List.of("float"))
                    .arg("Concrete Inputs", List.of("", "", Integer.toString(1 - r), "0"))
                    .op("gloo:" + what.replace("_", ""), 1, 1020, 4000)
                    .arg("Input Dims", List.of(List.of(4096)))
                    .arg("Input type", List.of("float"))
                    .op("aten::mm", 1, 1200, 2000)
                    .op("aten::mul", 1, 5100, 900);
        }
        return job.link(dir);
    }

    @Test
    void operatorsBehindTheCallCompute() {
        LinkedSet set = linked();
        TimeSplit split =
                StepActivity.of(set.traces(), PartnerWaits.none()).get(0).split();
        assertThat(split.overlapNanos()).isEqualTo(2_000_000);
        assertThat(split.exposedNanos()).isEqualTo(4_020_000 - 2_000_000);
        EtGraph graph = EtConverter.convert(set, ConvertOptions.defaults(), Progress.NONE)
                .ranks()
                .get(0);
        int found = 0;
        for (int n = 0; n < graph.size(); n++) {
            if (graph.name(n).equals("aten::mm")) {
                found++;
                assertThat(graph.has(n, EtNames.ACTIVITY)).isFalse();
            } else if (graph.name(n).equals("c10d::send")) {
                assertThat(graph.string(n, EtNames.ACTIVITY, "")).isEqualTo(Activity.HOST.text());
            }
        }
        assertThat(found).isEqualTo(1);
    }
}
