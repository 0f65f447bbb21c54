// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import org.slf4j.LoggerFactory;

/**
 * Keeps SLF4J from three lines of warning on the standard error stream of a program that has no logging of its own: Tablesaw
 * asks for a logger when it makes its first table, and nothing here logs. A program with a provider is left alone, and so is one
 * that has said how loud SLF4J shall be.
 */
public final class QuietLogging {
    private static final String VERBOSITY = "slf4j.internal.verbosity";
    private static final String PROVIDER = "slf4j.provider";
    private static final String SERVICE = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";

    private QuietLogging() {}

    /** To be called before a first table is made. SLF4J reads its setting once, so that it stays only for that moment. */
    public static synchronized void begin() {
        if (System.getProperty(VERBOSITY) != null || System.getProperty(PROVIDER) != null || hasProvider()) {
            return;
        }
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
