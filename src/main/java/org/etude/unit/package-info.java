// SPDX-License-Identifier: Apache-2.0
/**
 * Units in types: {@link org.etude.unit.Bandwidth}, {@link org.etude.unit.Time}, {@link org.etude.unit.Bytes}, and
 * {@link org.etude.unit.Units} with the short factories users import. Nothing here knows about traces or networks.
 */
package org.etude.unit;
