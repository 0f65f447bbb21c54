// SPDX-License-Identifier: Apache-2.0
/**
 * How every stage reports on its work: {@link org.etude.report.Finding} rows collected in a {@link
 * org.etude.report.Report}, the one family of errors ({@link org.etude.report.EtudeException}), and {@link
 * org.etude.report.Progress}, through which long-running work is watched and stopped.
 */
package org.etude.report;
