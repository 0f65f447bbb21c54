// SPDX-License-Identifier: Apache-2.0
/** Is a recording good enough for a simulation? One row per rank and check, with the reason ({@link Readiness}). */
package org.etude.link.check;
