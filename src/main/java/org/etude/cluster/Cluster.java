// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.etude.report.Given;
import org.etude.report.Internal;

/**
 * Machines that take over a method's work: {@code Sweep.of(work).over(...).on(Cluster.at("spark://head:7077")).run()}.
 * Results are byte-identical to those of a single machine. Needs the optional module {@code etude-spark} and Spark on
 * the class path; see docs/spark.md. Immutable.
 */
public final class Cluster {
    /** How to get the optional module. */
    static final String ADVICE =
            "Build it in a clone of Etude: mvn -q -f spark/pom.xml -DskipTests package  (then run ./etude there, or give any"
                    + " other etude the place, ETUDE_SPARK=CLONE/spark/target; docs/spark.md).";

    private final String name;
    private final Opener opener;
    private final Iterable<ClusterProvider> providers;

    /** Opens the engine of a provider, if it has one for this cluster. */
    private interface Opener {
        Optional<ClusterEngine> open(ClusterProvider provider, ClusterWork work);
    }

    private Cluster(String name, Opener opener, Iterable<ClusterProvider> providers) {
        this.name = name;
        this.opener = opener;
        this.providers = providers;
    }

    private Cluster(String name, Opener opener) {
        this(name, opener, ServiceLoader.load(ClusterProvider.class, Cluster.class.getClassLoader()));
    }

    /** The cluster of a given provider, without a service lookup. */
    static Cluster of(String name, ClusterProvider provider) {
        return new Cluster(name, (known, work) -> known.at(name, work), List.of(provider));
    }

    /**
     * The cluster at a master's address, connected for each method call: {@code spark://HOST:7077}, {@code
     * local-cluster[2,1,1024]} (workers, cores and MB of each, on this machine), {@code local[4]} (threads of this
     * process), {@code yarn}, {@code k8s://https://HOST:PORT}.
     */
    public static Cluster at(String address) {
        return new Cluster(Given.value(address, "the address"), (provider, work) -> provider.at(address, work));
    }

    /**
     * The cluster of an existing session, which stays open.
     *
     * @param session a {@code SparkSession}, {@code SparkContext} or {@code JavaSparkContext}
     */
    public static Cluster spark(Object session) {
        return new Cluster(
                Given.value(session, "the session").getClass().getSimpleName(),
                (provider, work) -> provider.of(session));
    }

    /**
     * Connects.
     *
     * @param work what the engine will do
     * @throws ClusterException when there is no engine, none supports the address, or the cluster cannot be reached
     */
    @Internal
    public ClusterEngine open(ClusterWork work) {
        boolean any = false;
        for (ClusterProvider provider : providers) {
            any = true;
            Optional<ClusterEngine> engine = opener.open(provider, work);
            if (engine.isPresent()) {
                return engine.get();
            }
        }
        if (!any) {
            throw new ClusterException(name + ": Etude's Spark module is not on the class path", ADVICE);
        }
        throw new ClusterException(
                name + ": is not a cluster that Etude supports",
                "Give spark://HOST:PORT, local-cluster[WORKERS,CORES,MB], local[THREADS], or a SparkSession.");
    }

    @Override
    public String toString() {
        return "Cluster " + name;
    }
}
