// SPDX-License-Identifier: Apache-2.0
/**
 * Finds trace files on disk: which files of a directory, archive or compressed file are traces, with rank and kind
 * ({@link TraceSources}, {@link TraceChoice}), and how to open them ({@link TraceSource}).
 */
package org.etude.trace.file;
