// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.sim.PacketResult;
import org.etude.sim.result.SimulationResult;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions.Recording;
import org.etude.spec.SimulationException;
import tech.tablesaw.api.Table;

/** What a run recorded, as tables; asking for what it did not keep, or its network does not have, is an error that says what to do. */
public final class RunTables {
    private final SimulationResult result;
    private final Optional<PacketResult> packets;

    /** Tables of a run, with its packets if there were any. */
    public RunTables(SimulationResult result, Optional<PacketResult> packets) {
        this.result = result;
        this.packets = packets;
    }

    /** One row per rank. */
    public Table ranks() {
        return SimRanksTable.of(result.ranks());
    }

    /** One row per node and rank. */
    public Table ops() {
        return SimOpsTable.of(result.keptOps());
    }

    /** One row per phase, chunk and rank. */
    public Table collectives() {
        return SimCollectivesTable.of(recorded(result.phases(), "phases of collectives", Recording.COLLECTIVES));
    }

    /** One row per message. */
    public Table messages() {
        return MessagesTable.of(recorded(result.messages(), "messages", Recording.MESSAGES));
    }

    private static <T> T recorded(Optional<T> columns, String what, Recording recording) {
        return columns.orElseThrow(() -> new SimulationException(
                "the run did not keep " + what,
                "Simulate with s -> s.record(" + recording + ")"
                        + (recording == Recording.MESSAGES ? ", or --messages in the shell." : ".")));
    }

    /** One row per link that carried anything. */
    public Table links() {
        if (!hasLinks()) {
            throw new SimulationException(
                    "the network of the run has no links: a message takes what a formula or a measurement says",
                    "Simulate with s -> s.fidelity(AWARE) or PACKET, --fidelity aware or packet in the shell.");
        }
        return linksOrNone();
    }

    /** Whether the network of the run had links, which carried something or nothing. */
    public boolean hasLinks() {
        return packets.isPresent()
                || result.scenario().options().fidelity() == Fidelity.AWARE
                        && result.scenario().options().times().isEmpty();
    }

    /** {@link #links()}, without rows on a network without links. */
    public Table linksOrNone() {
        return LinksTable.of(result.links(), result.ticks());
    }

    /** One row per message that travelled as packets. */
    public Table flows() {
        return FlowsTable.of(ofPackets("flows").flows());
    }

    /** {@link #flows()}, without rows where no packets were simulated. */
    public Table flowsOrNone() {
        return packets.map(p -> FlowsTable.of(p.flows())).orElseGet(FlowsTable.SCHEMA::empty);
    }

    /** One row per port. */
    public Table ports() {
        return PortsTable.of(ofPackets("ports").ports());
    }

    /** Queue and load of each port over time. */
    public Table portSeries() {
        PacketResult run = ofPackets("ports");
        return PortSeriesTable.of(recorded(run.series(), "time series of ports", Recording.PORTS), run.ports());
    }

    private PacketResult ofPackets(String what) {
        return packets.orElseThrow(() -> new SimulationException(
                "the run has no " + what + ": no packets were simulated",
                "Simulate with s -> s.fidelity(PACKET), --fidelity packet in the shell."));
    }

    /** All of them that the run has, and its findings between what every network has and what packets add. */
    public List<Table> all(Table findings) {
        List<Table> tables = new ArrayList<>(List.of(ranks()));
        if (result.ops().isPresent()) {
            tables.add(ops());
        }
        if (result.phases().isPresent()) {
            tables.add(collectives());
        }
        if (result.messages().isPresent()) {
            tables.add(messages());
        }
        if (hasLinks()) {
            tables.add(links());
        }
        tables.add(findings);
        if (packets.isPresent()) {
            tables.add(flows());
            tables.add(ports());
        }
        if (packets.flatMap(PacketResult::series).isPresent()) {
            tables.add(portSeries());
        }
        return tables;
    }
}
