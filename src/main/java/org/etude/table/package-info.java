/**
 * What the stages found, as Tablesaw tables. One class a table, each with a fixed {@link org.etude.table.Schema}; every
 * column is described in docs/formats.md, and a test holds the two together. Column names end in their unit (_ns _us _ms
 * _bytes _gbps _frac). {@link org.etude.table.Schemas} lists all tables; {@link org.etude.table.TableText},
 * {@link org.etude.table.TableCsv} and {@link org.etude.table.TableJson} write any of them, the same bytes in every locale.
 */
package org.etude.table;
