// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

/** Type of an ET node; the ordinal is the number on the wire. */
public enum EtNodeType {
    /** Number 0; also used for unknown numbers. */
    INVALID,
    /** Describes the job; does no work. */
    METADATA,
    /** Reads remote memory. */
    MEM_LOAD,
    /** Writes remote memory. */
    MEM_STORE,
    /** Computes. */
    COMP,
    /** Sends one message. */
    COMM_SEND,
    /** Receives one message. */
    COMM_RECV,
    /** Takes part in a collective. */
    COMM_COLL;

    private static final EtNodeType[] BY_NUMBER = values();

    /** The type of a number on the wire. */
    public static EtNodeType of(int number) {
        return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : INVALID;
    }

    /** The name on the wire: {@code COMM_COLL_NODE}. */
    public String wireName() {
        return name() + "_NODE";
    }

    /** Whether it is a collective, a send or a receive. */
    public boolean isComm() {
        return this == COMM_COLL || isMessage();
    }

    /** Whether it is a send or a receive: one end of a message between two ranks. */
    public boolean isMessage() {
        return this == COMM_SEND || this == COMM_RECV;
    }
}
