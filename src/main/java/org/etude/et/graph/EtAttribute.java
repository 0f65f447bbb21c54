// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

/**
 * One attribute of a node or of the file's metadata.
 *
 * @param name its name
 * @param doc its doc string, mostly ""
 * @param kind how its value is typed on the wire
 * @param value Long for all integer kinds (32-bit unsigned ones from 0 to 2^32 - 1, 64-bit unsigned ones as two's
 *     complement), Double, Float, Boolean, String, byte[], or
 *     a List of these for the list kinds; null for {@link Kind#NONE}
 */
public record EtAttribute(String name, String doc, Kind kind, Object value) {

    /** Wire kinds; {@link #field()} is the protobuf field number. */
    public enum Kind {
        /** No value set. */
        NONE,
        /** 64-bit float. */
        DOUBLE,
        /** List of 64-bit floats. */
        DOUBLE_LIST,
        /** 32-bit float. */
        FLOAT,
        /** List of 32-bit floats. */
        FLOAT_LIST,
        /** 32-bit integer. */
        INT32,
        /** List of 32-bit integers. */
        INT32_LIST,
        /** 64-bit integer. */
        INT64,
        /** List of 64-bit integers. */
        INT64_LIST,
        /** Unsigned 32-bit integer. */
        UINT32,
        /** List of unsigned 32-bit integers. */
        UINT32_LIST,
        /** Unsigned 64-bit integer. */
        UINT64,
        /** List of unsigned 64-bit integers. */
        UINT64_LIST,
        /** Zigzag 32-bit integer. */
        SINT32,
        /** List of zigzag 32-bit integers. */
        SINT32_LIST,
        /** Zigzag 64-bit integer. */
        SINT64,
        /** List of zigzag 64-bit integers. */
        SINT64_LIST,
        /** Fixed-width unsigned 32-bit integer. */
        FIXED32,
        /** List of fixed-width unsigned 32-bit integers. */
        FIXED32_LIST,
        /** Fixed-width unsigned 64-bit integer. */
        FIXED64,
        /** List of fixed-width unsigned 64-bit integers. */
        FIXED64_LIST,
        /** Fixed-width 32-bit integer. */
        SFIXED32,
        /** List of fixed-width 32-bit integers. */
        SFIXED32_LIST,
        /** Fixed-width 64-bit integer. */
        SFIXED64,
        /** List of fixed-width 64-bit integers. */
        SFIXED64_LIST,
        /** Truth value. */
        BOOL,
        /** List of truth values. */
        BOOL_LIST,
        /** Text. */
        STRING,
        /** List of texts. */
        STRING_LIST,
        /** Bytes. */
        BYTES,
        /** List of byte strings. */
        BYTES_LIST;

        private static final Kind[] BY_ORDINAL = values();

        /** The kind of a protobuf field number from 3 to 32; {@link #NONE} for others. */
        public static Kind ofField(int field) {
            return field >= 3 && field <= 32 ? BY_ORDINAL[field - 2] : NONE;
        }

        /** The protobuf field number. */
        public int field() {
            return ordinal() + 2;
        }

        /** Whether its values are whole numbers held as Long. */
        public boolean isInteger() {
            return ordinal() >= INT32.ordinal() && ordinal() <= SFIXED64_LIST.ordinal() && !isList();
        }

        /** Whether it is one 32-bit or 64-bit float. */
        public boolean isFloat() {
            return this == DOUBLE || this == FLOAT;
        }

        /** Whether it is a list. */
        public boolean isList() {
            return this != NONE && ordinal() % 2 == 0;
        }
    }

    /** An int64 attribute. */
    public static EtAttribute int64(String name, long value) {
        return new EtAttribute(name, "", Kind.INT64, value);
    }

    /** A uint64 attribute. */
    public static EtAttribute uint64(String name, long value) {
        return new EtAttribute(name, "", Kind.UINT64, value);
    }

    /** An int32 attribute. */
    public static EtAttribute int32(String name, int value) {
        return new EtAttribute(name, "", Kind.INT32, (long) value);
    }

    /** A uint32 attribute. */
    public static EtAttribute uint32(String name, int value) {
        return new EtAttribute(name, "", Kind.UINT32, value & 0xffffffffL);
    }

    /** A bool attribute. */
    public static EtAttribute bool(String name, boolean value) {
        return new EtAttribute(name, "", Kind.BOOL, value);
    }

    /** A double attribute. */
    public static EtAttribute real(String name, double value) {
        return new EtAttribute(name, "", Kind.DOUBLE, value);
    }

    /** A string attribute. */
    public static EtAttribute string(String name, String value) {
        return new EtAttribute(name, "", Kind.STRING, value);
    }
}
