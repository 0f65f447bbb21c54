// SPDX-License-Identifier: Apache-2.0
/**
 * The ready-made configurations of the directory {@code configs/}, found by name: networks, systems, packet networks.
 * This package only finds their text and reads small JSON and XML documents as trees; the packages that own the formats
 * interpret them.
 */
package org.etude.config;
