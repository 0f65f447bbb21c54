// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.astra;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtAttribute.Kind;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;

/**
 * The nodes of a rank in a line: {@code 1 comp MICROS}, {@code 2 send FROM TO BYTES TAG}, {@code 3 recv FROM TO BYTES TAG},
 * {@code 4 coll TYPE BYTES [in GROUP] [along 01]}, each with {@code after 1,2} for its dependencies; separated by semicolons.
 */
final class NodeText {
    private final String[] words;
    private final List<EtAttribute> attributes = new ArrayList<>();
    private int at = 2;

    private NodeText(String text) {
        words = text.strip().split(" ");
    }

    static EtGraph graph(String text) {
        EtGraphBuilder builder = new EtGraphBuilder("0.0.4", List.of());
        for (String node : text.split(";")) {
            builder.add(new NodeText(node).node());
        }
        return builder.build();
    }

    private EtNode node() {
        long id = Long.parseLong(words[0]);
        long micros = 0;
        EtNodeType type;
        switch (words[1]) {
            case "comp" -> {
                type = EtNodeType.COMP;
                micros = Long.parseLong(words[at++]);
            }
            case "send", "recv" -> {
                type = words[1].equals("send") ? EtNodeType.COMM_SEND : EtNodeType.COMM_RECV;
                message();
            }
            case "coll" -> {
                type = EtNodeType.COMM_COLL;
                collective();
            }
            default -> throw new IllegalArgumentException(String.join(" ", words));
        }
        String name = words[1].toUpperCase(Locale.ROOT) + "_" + id;
        return new EtNode(id, name, type, new long[0], dependencies(), 0, micros, null, null, attributes);
    }

    private void message() {
        attributes.add(EtAttribute.bool("is_cpu_op", false));
        attributes.add(EtAttribute.int32("comm_src", Integer.parseInt(words[at++])));
        attributes.add(EtAttribute.int32("comm_dst", Integer.parseInt(words[at++])));
        attributes.add(EtAttribute.uint64("comm_size", Long.parseLong(words[at++])));
        attributes.add(EtAttribute.int32("comm_tag", Integer.parseInt(words[at++])));
    }

    private void collective() {
        attributes.add(EtAttribute.bool("is_cpu_op", false));
        attributes.add(EtAttribute.int64("comm_type", Long.parseLong(words[at++])));
        attributes.add(EtAttribute.uint64("comm_size", Long.parseLong(words[at++])));
        if (is("in")) {
            attributes.add(EtAttribute.string("pg_name", words[at++]));
        }
        if (is("along")) {
            List<Object> dims = new ArrayList<>();
            words[at++].chars().forEach(c -> dims.add(c == '1'));
            attributes.add(new EtAttribute("involved_dim", "", Kind.BOOL_LIST, dims));
        }
    }

    private long[] dependencies() {
        if (!is("after")) {
            return new long[0];
        }
        String[] ids = words[at++].split(",");
        long[] all = new long[ids.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = Long.parseLong(ids[i]);
        }
        return all;
    }

    private boolean is(String word) {
        if (at < words.length && words[at].equals(word)) {
            at++;
            return true;
        }
        return false;
    }
}
