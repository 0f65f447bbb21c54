// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import java.util.List;
import java.util.stream.Stream;
import org.etude.report.Internal;
import org.etude.table.recorded.AnnotationsTable;
import org.etude.table.recorded.BandwidthTable;
import org.etude.table.recorded.CalibrationTable;
import org.etude.table.recorded.CollectivesTable;
import org.etude.table.recorded.CommProfileTable;
import org.etude.table.recorded.CommStragglersTable;
import org.etude.table.recorded.CopiesTable;
import org.etude.table.recorded.CountersTable;
import org.etude.table.recorded.CoverageTable;
import org.etude.table.recorded.DiffTable;
import org.etude.table.recorded.ErrorsTable;
import org.etude.table.recorded.FlightRanksTable;
import org.etude.table.recorded.FlightStallsTable;
import org.etude.table.recorded.FlopsTable;
import org.etude.table.recorded.IdleTable;
import org.etude.table.recorded.KernelsTable;
import org.etude.table.recorded.LaunchQueuesTable;
import org.etude.table.recorded.LaunchesTable;
import org.etude.table.recorded.MemoryTimelineTable;
import org.etude.table.recorded.NodeTrafficTable;
import org.etude.table.recorded.OperatorsTable;
import org.etude.table.recorded.ParametersTable;
import org.etude.table.recorded.ReadinessTable;
import org.etude.table.recorded.ResidualsTable;
import org.etude.table.recorded.SequencesTable;
import org.etude.table.recorded.StepMemoryTable;
import org.etude.table.recorded.StepsTable;
import org.etude.table.recorded.TimelineTable;
import org.etude.table.recorded.TracesTable;
import org.etude.table.recorded.UnmatchedTable;
import org.etude.table.run.ArrivalsTable;
import org.etude.table.run.CandidatesTable;
import org.etude.table.run.ComparisonTable;
import org.etude.table.run.CriticalPathTable;
import org.etude.table.run.ExposedCommTable;
import org.etude.table.run.FlowsTable;
import org.etude.table.run.LinksTable;
import org.etude.table.run.MachineTable;
import org.etude.table.run.MessagesTable;
import org.etude.table.run.OverlapTable;
import org.etude.table.run.PlansTable;
import org.etude.table.run.PortSeriesTable;
import org.etude.table.run.PortsTable;
import org.etude.table.run.PredictedStepsTable;
import org.etude.table.run.PredictionsTable;
import org.etude.table.run.QueueDepthTable;
import org.etude.table.run.ReplayTable;
import org.etude.table.run.SharedJobsTable;
import org.etude.table.run.SimCollectivesTable;
import org.etude.table.run.SimOpsTable;
import org.etude.table.run.SimRanksTable;
import org.etude.table.run.StepRangeTable;
import org.etude.table.run.StepSpreadTable;
import org.etude.table.run.StragglersTable;
import org.etude.table.run.SweepTable;
import org.etude.table.run.TimingsTable;
import org.etude.table.run.TrioSimMessagesTable;
import org.etude.table.run.TrioSimOpsTable;
import org.etude.table.run.WhatIfTable;
import org.etude.table.schema.Schema;
import org.etude.table.work.ChangesTable;
import org.etude.table.work.ExtrapolatedMemoryTable;
import org.etude.table.work.ExtrapolationTable;
import org.etude.table.work.MemoryTable;
import org.etude.table.work.ModelsTable;
import org.etude.table.work.NodesTable;
import org.etude.table.work.RankMapTable;
import org.etude.table.work.SummaryTable;
import org.etude.table.work.TopologyLinksTable;
import org.etude.table.work.TopologyTable;
import org.etude.table.work.TrafficTable;

/** Lists the schemas of all tables. */
@Internal
public final class Schemas {
    private static final List<Schema<?>> ALL = List.of(
            ReadinessTable.SCHEMA,
            TracesTable.SCHEMA,
            StepsTable.SCHEMA,
            ReplayTable.SCHEMA,
            StepSpreadTable.SCHEMA,
            StepSpreadTable.COSTS,
            PredictedStepsTable.SCHEMA,
            StepRangeTable.SCHEMA,
            TimingsTable.SCHEMA,
            CommProfileTable.SCHEMA,
            CommStragglersTable.SCHEMA,
            FlightStallsTable.SCHEMA,
            FlightRanksTable.SCHEMA,
            CoverageTable.SCHEMA,
            CollectivesTable.SCHEMA,
            UnmatchedTable.SCHEMA,
            KernelsTable.SCHEMA,
            IdleTable.SCHEMA,
            OperatorsTable.SCHEMA,
            LaunchesTable.SCHEMA,
            LaunchQueuesTable.SCHEMA,
            CopiesTable.SCHEMA,
            AnnotationsTable.SCHEMA,
            FlopsTable.SCHEMA,
            MemoryTimelineTable.SCHEMA,
            StepMemoryTable.SCHEMA,
            CountersTable.SCHEMA,
            SequencesTable.SCHEMA,
            BandwidthTable.SCHEMA,
            NodeTrafficTable.SCHEMA,
            DiffTable.SCHEMA,
            SummaryTable.SCHEMA,
            NodesTable.SCHEMA,
            ChangesTable.SCHEMA,
            MemoryTable.SCHEMA,
            TrafficTable.SCHEMA,
            RankMapTable.SCHEMA,
            TopologyTable.SCHEMA,
            TopologyLinksTable.SCHEMA,
            SimRanksTable.SCHEMA,
            SimOpsTable.SCHEMA,
            SimCollectivesTable.SCHEMA,
            MessagesTable.SCHEMA,
            LinksTable.SCHEMA,
            FlowsTable.SCHEMA,
            PortsTable.SCHEMA,
            PortSeriesTable.SCHEMA,
            SharedJobsTable.SCHEMA,
            SweepTable.SCHEMA,
            SweepTable.RUNS,
            CalibrationTable.SCHEMA,
            ErrorsTable.SCHEMA,
            ParametersTable.SCHEMA,
            ResidualsTable.SCHEMA,
            PredictionsTable.SCHEMA,
            PredictionsTable.SUMMARY,
            MachineTable.SCHEMA,
            MachineTable.ERROR,
            CandidatesTable.SCHEMA,
            PlansTable.SCHEMA,
            ModelsTable.SCHEMA,
            TimelineTable.SCHEMA,
            OverlapTable.SCHEMA,
            CriticalPathTable.SCHEMA,
            WhatIfTable.SCHEMA,
            ExposedCommTable.SCHEMA,
            ArrivalsTable.SCHEMA,
            StragglersTable.SCHEMA,
            ExtrapolationTable.SCHEMA,
            ExtrapolatedMemoryTable.SCHEMA,
            QueueDepthTable.SCHEMA,
            ComparisonTable.SCHEMA,
            TrioSimOpsTable.SCHEMA,
            TrioSimMessagesTable.SCHEMA,
            FindingsTable.SCHEMA);

    private static final List<Schema<?>> FILES =
            Stream.concat(ALL.stream(), Stream.of(SweepTable.OUTCOMES)).toList();

    private Schemas() {}

    /** The schemas, in pipeline order. */
    @Internal
    public static List<Schema<?>> all() {
        return ALL;
    }

    /** The schemas of saved tables: all of these, and variants with fewer columns. */
    static List<Schema<?>> files() {
        return FILES;
    }
}
