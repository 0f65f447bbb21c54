package org.etude.spec;

/** Value of the attribute comm_type; the ordinal is the number on the wire. */
public enum EtCommType {
    /** 0. */
    ALL_REDUCE,
    /** 1. */
    REDUCE,
    /** 2. */
    ALL_GATHER,
    /** 3. */
    GATHER,
    /** 4. */
    SCATTER,
    /** 5. */
    BROADCAST,
    /** 6. */
    ALL_TO_ALL,
    /** 7. */
    REDUCE_SCATTER,
    /** 8. */
    REDUCE_SCATTER_BLOCK,
    /** 9. */
    BARRIER;

    private static final EtCommType[] BY_NUMBER = values();

    /** The type of a number on the wire, or null when there is none. */
    public static EtCommType of(long number) {
        return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[(int) number] : null;
    }
}
