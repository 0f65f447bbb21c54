package org.etude.spec;

/** The types of collectives and transfers. */
public enum CollectiveType {
    /** Every rank ends with the reduction of all inputs. */
    ALL_REDUCE,
    /** One rank ends with the reduction. */
    REDUCE,
    /** Every rank ends with all inputs. */
    ALL_GATHER,
    /** One rank ends with all inputs. */
    GATHER,
    /** One rank deals out its input. */
    SCATTER,
    /** One rank's input to all. */
    BROADCAST,
    /** Every rank sends a part to every rank. */
    ALL_TO_ALL,
    /** Every rank ends with its part of the reduction. */
    REDUCE_SCATTER,
    /** No data, only waiting. */
    BARRIER,
    /** One message out. */
    SEND,
    /** One message in. */
    RECV,
    /** A collective for which the trace holds no evidence of its type. Never guessed. */
    UNKNOWN
}
