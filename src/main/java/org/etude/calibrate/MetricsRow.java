// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A row of metrics.csv and calibration_all.csv: the two-GPU study's columns in their order, then Etude's. */
public final class MetricsRow {
    private final Map<String, String> cells = new LinkedHashMap<>();

    private MetricsRow() {}

    /**
     * The row of a run.
     *
     * @param tag the model or job, such as resnet50
     * @param calibId the calibration that provided alpha
     */
    public static MetricsRow of(CalibratedRun run, String tag, String calibId, AlphaCalibration c, String version) {
        MetricsRow row = new MetricsRow();
        row.put("mode", run.mode()).put("tag", tag).put("calib_id", calibId);
        row.describe(run);
        row.put("alpha_us", c.alphaUs()).put("alpha_comm_us", c.alphaCommUs()).put("alpha_gpu_us", c.alphaGpuUs());
        row.put("sim_cycles_step", c.simulated().stepCycles());
        row.put("sim_cycles_comm", c.simulated().commCycles());
        row.put("sim_cycles_gpu", c.simulated().gpuCycles());
        row.put("sim_t_step_ms", c.stepMs()).put("sim_t_comm_ms", c.commMs());
        row.put("ns3_comm_ms", c.uncalibratedCommMs());
        row.put("ns3_rel_err_comm", c.commError(c.uncalibratedCommMs()));
        row.put("real_t_step_ms", c.real().stepMs())
                .put("real_t_comm_ms", c.real().commMs());
        row.put("real_t_net_comm_ms", c.real().commMs())
                .put("real_t_kernel_ms", c.real().kernelMs());
        // The study's runner creates one directory per run; a run here has none.
        row.put("run_dir", "");
        row.put("rel_err_step", c.stepError()).put("rel_err_comm", c.commError(c.commMs()));
        row.put("sim_t_comm_ms_comm", c.commMsByCommAlpha());
        row.put("rel_err_comm_comm", c.commError(c.commMsByCommAlpha()));
        row.put("flags", String.join(";", c.flags()));
        row.put("inputs_sha256", run.inputs()).put("etude_version", version).put("seed", run.seed());
        return row;
    }

    private void describe(CalibratedRun run) {
        put("world", run.world()).put("logical_dims", run.logicalDims()).put("topo_desc", run.topology());
        put("qcn", run.congestionControl()).put("pfc_dyn", run.pfc());
        put("buffer", run.bufferMb()).put("payload", run.payload());
        put("coll_opt", run.collectiveOptimization()).put("lmbw", run.localMemoryGbs());
    }

    private MetricsRow put(String column, String value) {
        cells.put(column, value);
        return this;
    }

    private MetricsRow put(String column, long value) {
        return put(column, Long.toString(value));
    }

    /** Ten digits, more than any input has; unknown values are empty. */
    private MetricsRow put(String column, double value) {
        boolean known = !Double.isNaN(value) && !Double.isInfinite(value);
        return put(column, known ? String.format(Locale.ROOT, "%.10g", value) : "");
    }

    /** Text by column, in order; unknown values are empty. */
    public Map<String, String> cells() {
        return Collections.unmodifiableMap(cells);
    }

    /** The columns in order. */
    public List<String> columns() {
        return new ArrayList<>(cells.keySet());
    }
}
