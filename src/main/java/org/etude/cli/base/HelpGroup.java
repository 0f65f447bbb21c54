// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The heading of a class's options in a command's help. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface HelpGroup {
    /** The heading. */
    String value();
}
