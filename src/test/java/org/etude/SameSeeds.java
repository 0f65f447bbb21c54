// SPDX-License-Identifier: Apache-2.0
package org.etude;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Gives every property the seed that its name makes, so that a run can be repeated and a change is judged by the change alone.
 * {@code -Detude.seeds=fresh} looks for what these seeds do not find.
 */
public final class SameSeeds implements AroundPropertyHook {
    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        if (!"fresh".equals(System.getProperty("etude.seeds"))
                && context.attributes().seed().isEmpty()) {
            int name = (context.containerClass().getName()
                            + '.'
                            + context.targetMethod().getName())
                    .hashCode();
            context.attributes().setSeed(Integer.toString(name));
        }
        return property.execute();
    }

    @Override
    public int aroundPropertyProximity() {
        return -100;
    }

    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }
}
