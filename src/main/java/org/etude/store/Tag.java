// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

/**
 * The type of the next item in a saved file, stored as one byte (the ordinal). New tags go to the end and increment the
 * format version.
 */
enum Tag {
    NULL,
    TRUE,
    FALSE,
    INT,
    LONG,
    DOUBLE,
    TEXT,
    /** A reference to an earlier text, by its number. */
    TEXT_AGAIN,
    ENUM,
    RECORD,
    STORABLE,
    /** A reference to an earlier {@link Storable}, by its number. */
    STORABLE_AGAIN,
    LIST,
    MAP,
    SORTED_MAP,
    SET,
    OPTIONAL,
    PATH,
    REPORT,
    /** A progress receiver, restored as {@code Progress.NONE}. */
    PROGRESS,
    BYTES,
    INTS,
    LONGS,
    DOUBLES,
    BOOLEANS,
    /** A list of ints encoded by {@link NumberList}. */
    NUMBERS
}
