package org.etude.workload.triosim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers for names of tensors. */
final class Names {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    int number(String name) {
        return numbers.computeIfAbsent(name, missing -> {
            names.add(missing);
            return names.size() - 1;
        });
    }

    String name(int number) {
        return names.get(number);
    }

    List<Piece> pieces(List<TraceTensor> tensors) {
        return tensors.stream()
                .map(t -> new Piece(number(t.id()), t.bytes(), t.gradient()))
                .toList();
    }
}
