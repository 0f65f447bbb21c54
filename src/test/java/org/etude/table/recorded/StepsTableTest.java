// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.etude.SmallTraces;
import org.etude.report.Progress;
import org.etude.spec.LoadOptions;
import org.etude.table.TableCsv;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of measured time, against sums worked out by hand from {@link SmallTraces}. */
class StepsTableTest {
    @TempDir
    private Path dir;

    @Test
    void stepsAreUnionsOfIntervals() {
        // compute 300..2800; communication from 2500 (rank 0) or 2700 (rank 1) to 5000; so 2200 us are exposed
        assertThat(TableCsv.text(StepsTable.of(load(2), PartnerWaits.none()))).isEqualTo("""
                        rank,step,start_ms,wall_ms,compute_ms,exposed_comm_ms,copy_ms,waiting_ms,host_ms,idle_ms,comm_ms
                        0,1,0,10,2.5,2.2,0,0,5.3,0,2.5
                        0,2,10,10,2.5,2.2,0,0,5.3,0,2.5
                        1,1,0,10,2.5,2.2,0,0,5.3,0,2.3
                        1,2,10,10,2.5,2.2,0,0,5.3,0,2.3
                        """);
    }

    @Test
    void tracesCountWhatEachRankRecorded() {
        assertThat(TableCsv.text(TracesTable.of(load(2)))).isEqualTo("""
                        rank,host_ops,device_events,kernels,collectives,span_ms,clock_offset_us,notes
                        0,12,24,6,2,20,0,
                        1,12,24,6,2,20,0,
                        """);
    }

    private TraceSet load(int ranks) {
        return TraceLoader.load(List.of(SmallTraces.write(dir, ranks)), LoadOptions.defaults(), Progress.NONE);
    }
}
