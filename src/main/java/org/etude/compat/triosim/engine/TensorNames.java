// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.compat.triosim.trace.TraceTensor;

/** Numbers tensor names. */
public final class TensorNames {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    /** The number of a name; a new one if it was not seen before. */
    public int number(String name) {
        return numbers.computeIfAbsent(name, missing -> {
            names.add(missing);
            return names.size() - 1;
        });
    }

    public String name(int number) {
        return names.get(number);
    }

    List<TensorPiece> pieces(List<TraceTensor> tensors) {
        return tensors.stream()
                .map(t -> new TensorPiece(number(t.id()), t.bytes(), t.gradient()))
                .toList();
    }
}
