// SPDX-License-Identifier: Apache-2.0
/** How much transfers of a host backend slow host work, estimated from durations with and without them. */
package org.etude.et.pace;
