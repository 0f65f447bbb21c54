package org.etude.table;

import java.util.List;

/** All tables there are. */
public final class Schemas {
    private static final List<Schema> ALL = List.of(
            ReadinessTable.SCHEMA,
            TracesTable.SCHEMA,
            StepsTable.SCHEMA,
            ReplayTable.SCHEMA,
            PredictedStepsTable.SCHEMA,
            TimingsTable.SCHEMA,
            CoverageTable.SCHEMA,
            CollectivesTable.SCHEMA,
            UnmatchedTable.SCHEMA,
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
            SweepTable.SCHEMA,
            CalibrationTable.SCHEMA,
            ErrorsTable.SCHEMA,
            ParametersTable.SCHEMA,
            ResidualsTable.SCHEMA,
            PredictionsTable.SCHEMA,
            PredictionsTable.SUMMARY,
            MachineTable.SCHEMA,
            MachineTable.ERROR,
            PlansTable.SCHEMA,
            TimelineTable.SCHEMA,
            OverlapTable.SCHEMA,
            CriticalPathTable.SCHEMA,
            WhatIfTable.SCHEMA,
            ExposedCommTable.SCHEMA,
            ArrivalsTable.SCHEMA,
            StragglersTable.SCHEMA,
            ExtrapolationTable.SCHEMA,
            QueueDepthTable.SCHEMA,
            ComparisonTable.SCHEMA,
            TrioSimOpsTable.SCHEMA,
            TrioSimMessagesTable.SCHEMA,
            FindingsTable.SCHEMA);

    private Schemas() {}

    /** Their schemas, in the order of the chain. */
    public static List<Schema> all() {
        return ALL;
    }
}
