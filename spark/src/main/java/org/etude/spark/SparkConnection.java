// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.etude.cluster.ClusterException;
import org.etude.cluster.ClusterWork;
import org.etude.report.EtudeException;
import org.etude.report.Progress;
import org.etude.report.WorkerPool;

/**
 * Opens a Spark context for Etude. Settings of {@code spark-submit} and {@code -Dspark.x=y} take precedence over the
 * defaults set here.
 */
final class SparkConnection {
    private static final String QUIET = "classpath:org/etude/spark/log4j2-quiet.properties";
    private static final String LOG_FILE = "log4j2.configurationFile";
    /** The Spark setting for how long to wait for executors. */
    private static final String PATIENCE = "spark.scheduler.maxRegisteredResourcesWaitingTime";

    /** Executors compile code quickly instead of well, which takes 40 % off the CPU time of a conversion. */
    private static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

    private static final int POLL_MILLIS = 50;
    /** The maximum gap between executors that are waited for. */
    private static final int GRACE_MILLIS = 1_000;

    private SparkConnection() {}

    static SparkContext open(SparkAddress address, ClusterWork work) {
        Progress.checkInterrupted();
        address.require();
        if (System.getProperty(LOG_FILE) == null) {
            System.setProperty(LOG_FILE, QUIET);
        }
        SparkContext context = null;
        try {
            context = Uninterruptible.call(() -> new SparkContext(settings(address, work)));
            if (!address.isThisProcess()) {
                awaitExecutors(context, address);
            }
            return context;
        } catch (EtudeException | CancellationException e) {
            closeIfOpen(context);
            throw e;
        } catch (Exception e) {
            closeIfOpen(context);
            // Spark, written in Scala, throws undeclared checked exceptions.
            throw new ClusterException(
                    address.master() + ": Spark does not start: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
                    "Correct the settings (spark-submit, -Dspark.x=y), or use the session that is open: Cluster.spark(session).",
                    e);
        }
    }

    private static void closeIfOpen(SparkContext context) {
        if (context != null) {
            close(context);
        }
    }

    /**
     * Stops Etude's own context, even in an interrupted thread: Spark would give up half-way, and this JVM could not
     * open another one. The thread stays interrupted.
     */
    static void close(SparkContext context) {
        Uninterruptible.run(context::stop);
    }

    static SparkConf settings(SparkAddress address, ClusterWork work) {
        SparkConf conf = new SparkConf().setMaster(address.master());
        conf.setIfMissing("spark.app.name", "etude");
        conf.setIfMissing("spark.ui.enabled", "false");
        conf.setIfMissing("spark.log.level", "FATAL");
        // An answer may contain all execution traces of a job.
        conf.setIfMissing("spark.driver.maxResultSize", "0");
        if (work == ClusterWork.ONE_PASS) {
            conf.setIfMissing("spark.executor.extraJavaOptions", QUICK_COMPILER);
        }
        if (address.isHere()) {
            conf.setIfMissing("spark.driver.host", "127.0.0.1");
            conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
        }
        if (address.startsWorkers()) {
            EtudeJars.requireSparkHome();
        }
        return conf;
    }

    /** Spark itself would wait indefinitely and only log it. */
    private static void awaitExecutors(SparkContext context, SparkAddress address) {
        long patience = context.conf().getTimeAsSeconds(PATIENCE, "60s");
        long begin = System.nanoTime();
        long changed = begin;
        int known = 0;
        while (known == 0 || millisSince(changed) < GRACE_MILLIS) {
            check(context);
            int now =
                    Uninterruptible.call(() -> context.getExecutorMemoryStatus().size()) - 1;
            if (now != known) {
                known = now;
                changed = System.nanoTime();
            }
            if (known == 0 && millisSince(begin) > 1000 * patience) {
                throw new ClusterException(
                        address.master() + ": no worker provided an executor within " + patience + " s",
                        "Look at the master's page: are workers alive, and have they free cores and the memory asked for"
                                + " (-Dspark.executor.memory)? To wait longer: -D" + PATIENCE + "=300s");
            }
            sleep();
        }
    }

    private static long millisSince(long start) {
        return Duration.ofNanos(System.nanoTime() - start).toMillis();
    }

    private static void sleep() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            throw WorkerPool.interrupted(e);
        }
    }

    /**
     * Rejects a context that has stopped.
     *
     * @throws ClusterException when it has
     */
    static void check(SparkContext context) {
        if (context.isStopped()) {
            throw new ClusterException(
                    context.master() + ": the connection to Spark has ended",
                    "Is the master alive? Start it, or open another session, and run again; what was done is kept.");
        }
    }
}
