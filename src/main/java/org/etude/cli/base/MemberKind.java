// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

/** What picocli does with a field of a command. */
enum MemberKind {
    /** Takes its options too. */
    MIXIN,
    /** Sets it to the model of its command. */
    SPEC,
    /** Sets it to the model of the command which its own is mixed into. */
    SPEC_OF_MIXEE,
    /** Adds the words that nothing else takes. */
    UNMATCHED,
    /** Sets it to an option's value. */
    OPTION,
    /** Sets it to an argument's value. */
    POSITIONAL
}
