// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

/** The first byte of each value in a checkpoint. The order of the constants is part of the format. */
enum StateTag {
    NULL,
    /** An object the engine was built with, by its number. */
    BUILT,
    /** An object written before, by its number. */
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
    /** An execution trace read during the run: the bytes of its file. */
    TRACE,
    OBJECT
}
