// SPDX-License-Identifier: Apache-2.0
/**
 * The ready-made configurations of the directory {@code configs/}, found by name: networks, systems, packet networks. This
 * package only finds their text, and reads small JSON texts as trees; the packages that own the formats make sense of them.
 */
package org.etude.config;
