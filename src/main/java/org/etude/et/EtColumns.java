package org.etude.et;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.et.EtAttribute.Kind;
import org.etude.trace.Names;

/** The columns behind {@link EtGraph}; filled by {@link EtGraphBuilder}, never changed after. */
final class EtColumns {
    int size;
    long[] id = new long[16];
    int[] name = new int[16];
    byte[] type = new byte[16];
    long[] start = new long[16];
    long[] duration = new long[16];
    int[] inputs = new int[16];
    int[] outputs = new int[16];
    /** For node n: control deps from [2n], data deps from [2n+1], both until [2n+2]. */
    int[] depStart = new int[33];

    int depCount;
    long[] deps = new long[32];
    int[] attrStart = new int[17];

    int attrCount;
    int[] attrName = new int[64];
    byte[] attrKind = new byte[64];
    /** Integers and bools as they are, floats as bits, strings as dictionary number, the rest as index into objects. */
    long[] attrValue = new long[64];

    final Names strings = new Names();
    final List<Object> objects = new ArrayList<>();
    final List<EtIo> ios = new ArrayList<>();

    int ctrlFrom(int node) {
        return depStart[2 * node];
    }

    int dataFrom(int node) {
        return depStart[2 * node + 1];
    }

    int depEnd(int node) {
        return depStart[2 * node + 2];
    }

    int attrFrom(int node) {
        return attrStart[node];
    }

    int attrEnd(int node) {
        return attrStart[node + 1];
    }

    /** Inputs are numbered from 1; 0 is "none". */
    EtIo io(int number) {
        return number == 0 ? null : ios.get(number - 1);
    }

    int findAttribute(int node, int nameId) {
        if (nameId >= 0) {
            for (int at = attrEnd(node) - 1; at >= attrFrom(node); at--) {
                if (attrName[at] == nameId) {
                    return at;
                }
            }
        }
        return -1;
    }

    long integer(int at, long otherwise) {
        Kind kind = kind(at);
        return kind.isInteger() || kind == Kind.BOOL ? attrValue[at] : otherwise;
    }

    Kind kind(int at) {
        return attrKind[at] == 0 ? Kind.NONE : Kind.ofField(Math.abs(attrKind[at]));
    }

    EtAttribute attribute(int at) {
        Kind kind = kind(at);
        if (attrKind[at] < 0) {
            return (EtAttribute) objects.get((int) attrValue[at]);
        }
        Object value =
                switch (kind) {
                    case NONE -> null;
                    case DOUBLE -> Double.longBitsToDouble(attrValue[at]);
                    case FLOAT -> Float.intBitsToFloat((int) attrValue[at]);
                    case BOOL -> attrValue[at] != 0;
                    case STRING -> strings.text((int) attrValue[at]);
                    default -> kind.isInteger() ? (Object) attrValue[at] : objects.get((int) attrValue[at]);
                };
        return new EtAttribute(strings.text(attrName[at]), "", kind, value);
    }

    void addAttribute(EtAttribute attribute) {
        if (attrCount == attrName.length) {
            attrName = Arrays.copyOf(attrName, attrCount * 2);
            attrKind = Arrays.copyOf(attrKind, attrCount * 2);
            attrValue = Arrays.copyOf(attrValue, attrCount * 2);
        }
        Kind kind = attribute.kind();
        attrName[attrCount] = strings.idOf(attribute.name());
        attrKind[attrCount] = kind == Kind.NONE ? 0 : (byte) kind.field();
        if (!attribute.doc().isEmpty()) {
            // Doc strings are so rare that such an attribute is kept whole; a negative kind marks it.
            attrKind[attrCount] = (byte) -attrKind[attrCount];
            attrValue[attrCount] = keep(attribute);
            if (kind == Kind.NONE) {
                attrKind[attrCount] = Byte.MIN_VALUE;
            }
        } else {
            attrValue[attrCount] = encode(kind, attribute.value());
        }
        attrCount++;
    }

    private long encode(Kind kind, Object value) {
        return switch (kind) {
            case NONE -> 0;
            case DOUBLE -> Double.doubleToRawLongBits((Double) value);
            case FLOAT -> Float.floatToRawIntBits((Float) value);
            case BOOL -> (Boolean) value ? 1 : 0;
            case STRING -> strings.idOf((String) value);
            default -> kind.isInteger() ? (Long) value : keep(value);
        };
    }

    private long keep(Object value) {
        objects.add(value);
        return objects.size() - 1L;
    }
}
