// SPDX-License-Identifier: Apache-2.0
/**
 * What every stage says about its work: {@link org.etude.report.Finding} rows collected in a
 * {@link org.etude.report.Report}, the one family of errors ({@link org.etude.report.EtudeException}), and
 * {@link org.etude.report.Progress}, through which long work is watched and stopped.
 */
package org.etude.report;
