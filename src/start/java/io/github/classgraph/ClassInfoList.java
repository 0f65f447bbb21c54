// SPDX-License-Identifier: Apache-2.0
package io.github.classgraph;

import java.util.List;

/** Classes by name. */
public final class ClassInfoList {
    private final List<String> names;

    ClassInfoList(List<String> names) {
        this.names = names;
    }

    /** The names. */
    public List<String> getNames() {
        return names;
    }
}
