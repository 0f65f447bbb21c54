// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.etude.et.graph.EtAttribute.Kind;

/** Random graphs with everything the format can hold. */
public final class RandomEt {
    private static final String[] TEXTS = {"", "a", "comm_size", "nccl:all_reduce", "é漢\uD83D\uDE00", "x".repeat(300)};

    private final Random random;

    public RandomEt(long seed) {
        this.random = new Random(seed);
    }

    public EtGraph graph(int nodes) {
        EtGraphBuilder builder = new EtGraphBuilder(text(), attributes());
        for (int i = 0; i < nodes; i++) {
            builder.add(new EtNode(
                    number(),
                    text(),
                    EtNodeType.of(random.nextInt(8)),
                    ids(),
                    ids(),
                    number(),
                    number(),
                    io(),
                    io(),
                    attributes()));
        }
        return builder.build();
    }

    private String text() {
        return TEXTS[random.nextInt(TEXTS.length)];
    }

    private long number() {
        return random.nextLong() >> random.nextInt(64);
    }

    private long[] ids() {
        return random.longs(random.nextInt(4))
                .map(x -> x >>> random.nextInt(64))
                .toArray();
    }

    private EtIo io() {
        return random.nextInt(3) == 0 ? null : new EtIo(text(), text(), text());
    }

    private List<EtAttribute> attributes() {
        List<EtAttribute> list = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
            list.add(new EtAttribute(text(), random.nextInt(4) == 0 ? "doc" : "", kind, value(kind)));
        }
        return list;
    }

    private Object value(Kind kind) {
        if (kind == Kind.NONE) {
            return null;
        }
        if (kind.isList()) {
            List<Object> values = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                values.add(value(Kind.ofField(kind.field() - 1)));
            }
            return values;
        }
        return switch (kind) {
            case DOUBLE -> random.nextGaussian();
            case FLOAT -> random.nextFloat();
            case BOOL -> random.nextBoolean();
            case STRING -> text();
            case BYTES -> text().getBytes(StandardCharsets.UTF_16);
            case INT32, SINT32, SFIXED32 -> (long) (int) number();
            case UINT32, FIXED32 -> number() & 0xffffffffL;
            default -> number();
        };
    }
}
