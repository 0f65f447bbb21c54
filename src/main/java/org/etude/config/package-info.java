/**
 * The ready-made configurations of the directory {@code configs/}, found by name: networks, systems, packet networks. This
 * package only finds their text; the packages that own the formats read it.
 */
package org.etude.config;
