// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import org.apache.spark.sql.SparkSession;

/** Sessions of a user in this JVM, without a page of their own, that listen on the loopback address only. */
final class LocalSession {
    private LocalSession() {}

    /** A session with this many threads, not yet opened. */
    static SparkSession.Builder builder(int threads) {
        return SparkSession.builder()
                .master("local[" + threads + "]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1");
    }
}
