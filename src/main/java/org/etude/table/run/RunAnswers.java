// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import org.etude.analysis.Arrivals;
import org.etude.analysis.CriticalPath;
import org.etude.analysis.ExposedComm;
import org.etude.analysis.SimulatedCalls;
import org.etude.analysis.SimulatedDiff;
import org.etude.analysis.SimulatedIdle;
import org.etude.analysis.SimulatedKernels;
import org.etude.analysis.recorded.CollectiveRate;
import org.etude.analysis.recorded.CommCall;
import org.etude.analysis.recorded.DiffEntry;
import org.etude.analysis.recorded.DiffRow;
import org.etude.analysis.recorded.NodeTraffic;
import org.etude.analysis.recorded.StreamIdle;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.spec.SimulationException;
import org.etude.table.recorded.BandwidthTable;
import org.etude.table.recorded.DiffTable;
import org.etude.table.recorded.IdleTable;
import org.etude.table.recorded.KernelsTable;
import org.etude.table.recorded.NodeTrafficTable;
import tech.tablesaw.api.Table;

/** Questions about a run that kept its ops, each answered by one table. */
public final class RunAnswers {
    private final SimulationResult result;
    private final OpColumns ops;

    /**
     * Questions about a run.
     *
     * @throws SimulationException when ops were not recorded
     */
    public RunAnswers(SimulationResult result) {
        this.result = result;
        ops = result.keptOps();
    }

    /** Which collectives and messages cause exposed communication, the largest cause first. */
    public Table exposedComm() {
        return ExposedCommTable.of(ExposedComm.of(result));
    }

    /** When each rank reached each collective of several ranks. */
    public Table arrivals() {
        return ArrivalsTable.of("simulated", Arrivals.of(result));
    }

    /** How much later than the median each rank reached the collectives. */
    public Table stragglers() {
        return StragglersTable.of("simulated", Arrivals.stragglers(Arrivals.of(result)));
    }

    /** What each rank ran and how long. */
    public Table kernels() {
        return KernelsTable.of(SimulatedKernels.of(ops));
    }

    /** Why the resources of each rank were idle. */
    public Table idle() {
        return IdleTable.of(SimulatedIdle.of(ops, StreamIdle.KERNEL_DELAY));
    }

    /** The bandwidth that collectives reached. */
    public Table bandwidth() {
        return BandwidthTable.of(CollectiveRate.of(calls()));
    }

    /** What ranks communicated within their node and with others. */
    public Table nodeTraffic(int ranksPerNode) {
        return NodeTrafficTable.of(NodeTraffic.of(calls(), ranksPerNode));
    }

    private List<CommCall> calls() {
        return SimulatedCalls.of(ops, result.scenario().groups());
    }

    /** What another run does otherwise, per rank and step. */
    public Table diff(RunAnswers after) {
        return DiffTable.of(DiffRow.of(entries(), after.entries()));
    }

    /** What the run did, for a comparison with a recording or another run. */
    public List<DiffEntry> entries() {
        return SimulatedDiff.of(ops, result.steps());
    }

    /** The chain of nodes that determined when the run ended. */
    public Table criticalPath() {
        return CriticalPathTable.of(CriticalPath.of(result), ops);
    }
}
