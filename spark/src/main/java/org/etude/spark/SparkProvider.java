// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.util.Optional;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.classic.SparkSession;
import org.etude.cluster.ClusterEngine;
import org.etude.cluster.ClusterProvider;
import org.etude.cluster.ClusterWork;

/** Connects to Spark masters and existing sessions. */
public final class SparkProvider implements ClusterProvider {
    @Override
    public Optional<ClusterEngine> at(String address, ClusterWork work) {
        if (!SparkAddress.isOne(address)) {
            return Optional.empty();
        }
        SparkContext context = SparkConnection.open(SparkAddress.of(address), work);
        try {
            return Optional.of(new SparkEngine(context, true));
        } catch (RuntimeException e) {
            SparkConnection.close(context);
            throw e;
        }
    }

    @Override
    public Optional<ClusterEngine> of(Object session) {
        SparkContext context = null;
        if (session instanceof SparkContext itself) {
            context = itself;
        } else if (session instanceof JavaSparkContext java) {
            context = java.sc();
        } else if (session instanceof SparkSession sql) {
            context = sql.sparkContext();
        }
        if (context == null) {
            return Optional.empty();
        }
        SparkConnection.check(context);
        return Optional.of(new SparkEngine(context, false));
    }
}
