// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

/** What a value of a checkpoint begins with. Their order is the format. */
enum StateTag {
    NULL,
    /** An object that the engine was built with, by its number. */
    BUILT,
    /** An object that came before, by its number. */
    AGAIN,
    BOOLEAN,
    BYTE,
    SHORT,
    CHAR,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    TEXT,
    PATH,
    ENUM,
    OPTIONAL,
    ARRAY,
    COLLECTION,
    RECORD,
    /** An execution trace that was read during the run: the bytes of its file. */
    TRACE,
    OBJECT
}
