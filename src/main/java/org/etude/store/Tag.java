// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

/** What comes next in a saved file; one byte, the ordinal. New ones go to the end and raise the number of the format. */
enum Tag {
    NULL,
    TRUE,
    FALSE,
    INT,
    LONG,
    DOUBLE,
    TEXT,
    /** A text that came before, by its number. */
    TEXT_AGAIN,
    ENUM,
    RECORD,
    STORABLE,
    /** A {@link Storable} that came before, by its number. */
    STORABLE_AGAIN,
    LIST,
    MAP,
    SORTED_MAP,
    SET,
    OPTIONAL,
    PATH,
    REPORT,
    /** Who watched; nobody does when it is opened again. */
    PROGRESS,
    BYTES,
    INTS,
    LONGS,
    DOUBLES,
    BOOLEANS,
    /** A list of ints as runs of equal steps, such as the ranks of a process group. */
    NUMBERS
}
