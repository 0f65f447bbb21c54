// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import org.slf4j.LoggerFactory;

/**
 * Readies Tablesaw for its first table. Tablesaw then searches the class path for readers of files; were the thread that does so
 * interrupted, this JVM could make no table any more, so the search has a thread of its own that nobody interrupts.
 *
 * <p>It also asks for a logger, for which SLF4J would put three lines of warning on the standard error stream of a program that
 * has no logging of its own. A program with a provider is left alone, and so is one that has said how loud SLF4J shall be.
 */
public final class TableStart {
    private static final String TABLE = "tech.tablesaw.api.Table";
    private static final String VERBOSITY = "slf4j.internal.verbosity";
    private static final String PROVIDER = "slf4j.provider";
    private static final String SERVICE = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";

    private TableStart() {}

    /** To be called before a first table is made; costs nothing afterwards. */
    public static void await() {
        Once.DONE.run();
    }

    /** A class is initialised once, and whoever comes meanwhile waits, interrupted or not. */
    private static final class Once {
        private static final Runnable DONE = () -> {};

        static {
            quietly();
            undisturbed(new Thread(new Search(), "etude-tables"));
        }
    }

    /** Not a lambda of {@link Once}, which would wait for that class and so for its own end. */
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
        // SLF4J reads its setting once, so that it stays only for that moment.
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
