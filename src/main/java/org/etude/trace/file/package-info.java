// SPDX-License-Identifier: Apache-2.0
/**
 * What is on disk: which files of a directory, archive or compressed file are traces, of which rank and which kind
 * ({@link TraceSources}, {@link TraceChoice}), and how to open them ({@link TraceSource}).
 */
package org.etude.trace.file;
