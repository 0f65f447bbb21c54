// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The numbers that an option takes, each of them where it takes several. Others, NaN included, are wrong usage, found
 * before the command reads anything. Times count in picoseconds, sizes in bytes.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface Allowed {
    /** The smallest. */
    double from();

    /** The largest. Default: any that is finite. */
    double to() default Double.MAX_VALUE;

    /** What the error says to give. */
    String give() default "1 or more";
}
