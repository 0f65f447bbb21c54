// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import org.slf4j.LoggerFactory;

/**
 * Initialises Tablesaw before the first table. Tablesaw then searches the class path for file readers; if that thread
 * were interrupted, this JVM could create no more tables, so the search runs in a separate thread that is never
 * interrupted.
 *
 * <p>It also requests a logger, for which SLF4J would print three lines of warning to the standard error of a program
 * without logging. A program with a provider is not affected, nor is one that sets SLF4J's verbosity.
 */
public final class TableStart {
    private static final String TABLE = "tech.tablesaw.api.Table";
    private static final String VERBOSITY = "slf4j.internal.verbosity";
    private static final String PROVIDER = "slf4j.provider";
    private static final String SERVICE = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";

    private TableStart() {}

    /** Call before the first table is created; costs nothing afterwards. */
    public static void await() {
        Once.DONE.run();
    }

    /** A class is initialised once, and concurrent threads wait for it, interrupted or not. */
    private static final class Once {
        private static final Runnable DONE = () -> {};

        static {
            quietly();
            undisturbed(new Thread(new Search(), "etude-tables"));
        }
    }

    /** Not a lambda of {@link Once}, which would wait for that class and hence for itself. */
    private static final class Search implements Runnable {
        @Override
        public void run() {
            try {
                Class.forName(TABLE, true, TableStart.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void undisturbed(Thread search) {
        search.setDaemon(true);
        search.start();
        boolean interrupted = false;
        while (search.isAlive()) {
            try {
                search.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void quietly() {
        if (System.getProperty(VERBOSITY) != null || System.getProperty(PROVIDER) != null || hasProvider()) {
            return;
        }
        // SLF4J reads its setting once, so it is set only for that moment.
        System.setProperty(VERBOSITY, "ERROR");
        try {
            LoggerFactory.getILoggerFactory();
        } finally {
            System.clearProperty(VERBOSITY);
        }
    }

    private static boolean hasProvider() {
        ClassLoader loader = LoggerFactory.class.getClassLoader();
        return loader == null || loader.getResource(SERVICE) != null;
    }
}
