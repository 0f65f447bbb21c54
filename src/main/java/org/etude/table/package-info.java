// SPDX-License-Identifier: Apache-2.0
/**
 * All tables together: {@link Schemas} lists them; {@link TableText}, {@link TableCsv} and {@link TableJson} write any
 * of them, the same bytes in every locale; {@link TableReader} reads them back. Every column is described in
 * docs/formats.md, which a test keeps consistent. Column names end in their unit (_ns _us _ms _bytes _gbps _frac).
 */
package org.etude.table;
