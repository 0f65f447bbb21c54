package org.etude;

import java.nio.file.Path;
import org.etude.topology.LogicalTopology;
import org.etude.topology.NetworkYaml;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;

/** A network of one or more dimensions, dimension 0 fastest. Immutable: each verb gives another topology. */
public final class Topology {
    private final LogicalTopology logical;

    private Topology(LogicalTopology logical) {
        this.logical = logical;
    }

    /** One ring of {@code ranks}. */
    public static Topology ring(int ranks) {
        return of(LogicalTopology.ring(ranks));
    }

    /** {@code ranks} around one switch. */
    public static Topology switched(int ranks) {
        return of(LogicalTopology.switched(ranks));
    }

    /** Every rank joined with every other. */
    public static Topology fullyConnected(int ranks) {
        return of(LogicalTopology.fullyConnected(ranks));
    }

    /** Rings in each dimension: {@code torus(4, 4, 8)}. */
    public static Topology torus(int... sizes) {
        return of(LogicalTopology.torus(sizes));
    }

    /** What fits a number of ranks when nothing else is known: a switch for up to 8, a ring for more. */
    public static Topology fitting(int ranks) {
        return of(LogicalTopology.fitting(ranks));
    }

    /**
     * Reads ASTRA-sim's network YAML.
     *
     * @throws org.etude.topology.TopologyException when it cannot be read or says nothing sensible
     */
    public static Topology read(String networkYaml) {
        return of(NetworkYaml.read(Path.of(networkYaml)));
    }

    /** A topology that exists already. */
    public static Topology of(LogicalTopology logical) {
        return new Topology(logical);
    }

    /** The same with other rates a link: one for all dimensions or one each. */
    public Topology bandwidth(Bandwidth... rates) {
        return of(logical.bandwidth(rates));
    }

    /** The same with other latencies a link: one for all dimensions or one each. */
    public Topology latency(Time... latencies) {
        return of(logical.latency(latencies));
    }

    /** The number of ranks it joins. */
    public int hosts() {
        return logical.hosts();
    }

    /** The dimensions behind this value. */
    public LogicalTopology logical() {
        return logical;
    }

    /** The short form, {@code torus:4x4x8}. */
    @Override
    public String toString() {
        return logical.toString();
    }
}
