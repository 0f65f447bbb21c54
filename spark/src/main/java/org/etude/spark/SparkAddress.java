// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.etude.cluster.ClusterException;

/**
 * A master's address, as accepted by {@code --on} and {@code Cluster.at}.
 *
 * @param master the address in Spark's form
 */
record SparkAddress(String master) {
    /** The master given to spark-submit or by {@code -Dspark.master}. */
    private static final String SUBMITTED = "spark";

    private static final String MASTER = "spark.master";
    private static final String STANDALONE = "spark://";
    private static final Pattern KNOWN = Pattern.compile(
            "spark://.+|local(\\[(\\d+|\\*)(,\\d+)?])?|local-cluster\\[\\s*\\d+\\s*,\\s*\\d+\\s*,\\s*\\d+\\s*]|yarn|k8s://.+");
    private static final int PATIENCE_MILLIS = 5_000;
    private static final int PORT = 7077;

    static boolean isOne(String address) {
        return address.equals(SUBMITTED) || KNOWN.matcher(address).matches();
    }

    static SparkAddress of(String address) {
        if (!address.equals(SUBMITTED)) {
            return new SparkAddress(address);
        }
        String submitted = System.getProperty(MASTER);
        if (submitted == null) {
            throw new ClusterException(
                    "spark: takes the master that spark-submit named, and this process was not started by it",
                    "Name the master: spark://HOST:7077, local-cluster[WORKERS,CORES,MB] or local[THREADS].");
        }
        return new SparkAddress(submitted);
    }

    /** Whether the cluster is entirely on this machine and need not be visible from outside. */
    boolean isHere() {
        return master.startsWith("local")
                || master.startsWith(STANDALONE) && hosts().stream().allMatch(host -> isLoopback(host.getHostString()));
    }

    /** Whether tasks run in this process. */
    boolean isThisProcess() {
        return master.startsWith("local") && !startsWorkers();
    }

    /** Whether workers are started on this machine, which requires Spark's jars in one directory. */
    boolean startsWorkers() {
        return master.startsWith("local-cluster");
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }

    private List<InetSocketAddress> hosts() {
        List<InetSocketAddress> hosts = new ArrayList<>();
        for (String one : master.substring(STANDALONE.length()).split(",")) {
            URI uri = URI.create(STANDALONE + one);
            if (uri.getHost() == null) {
                throw new ClusterException(master + ": is not the address of a master", "Give spark://HOST:7077.");
            }
            hosts.add(InetSocketAddress.createUnresolved(uri.getHost(), uri.getPort() < 0 ? PORT : uri.getPort()));
        }
        return hosts;
    }

    /**
     * Checks that a master listens before Spark tries, which takes a minute to fail.
     *
     * @throws ClusterException when nobody listens
     */
    void require() {
        if (!master.startsWith(STANDALONE)) {
            return;
        }
        IOException why = null;
        for (InetSocketAddress host : hosts()) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(host.getHostString(), host.getPort()), PATIENCE_MILLIS);
                return;
            } catch (IOException e) {
                why = e;
            }
        }
        throw new ClusterException(
                master + ": no master can be reached: " + why.getMessage(),
                "Start one (sbin/start-master.sh), or correct host and port.",
                why);
    }
}
