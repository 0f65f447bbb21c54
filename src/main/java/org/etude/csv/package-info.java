// SPDX-License-Identifier: Apache-2.0
/**
 * The one reader of comma-separated files ({@link CsvFile}: RFC 4180 by FastCSV, with rows that name file, line and column when
 * a cell cannot be used), and how cells are written ({@link CsvCells}).
 */
package org.etude.csv;
