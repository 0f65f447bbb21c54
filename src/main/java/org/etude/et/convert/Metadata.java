package org.etude.et.convert;

import java.util.List;
import org.etude.et.EtAttribute;
import org.etude.et.EtNames;
import org.etude.link.LinkedRank;

/** What stands at the head of a converted trace. */
final class Metadata {
    private Metadata() {}

    static List<EtAttribute> of(LinkedRank rank) {
        EtAttribute schema = EtAttribute.string("schema", "1.1.1-chakra.0.0.4");
        int steps = rank.trace().steps().size();
        return steps == 0 ? List.of(schema) : List.of(schema, EtAttribute.int64(EtNames.STEPS, steps));
    }
}
