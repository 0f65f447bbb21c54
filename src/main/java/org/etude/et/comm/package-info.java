// SPDX-License-Identifier: Apache-2.0
/** What the collectives and messages of linked ranks become in an ET: which of them can be simulated, their sizes and attributes. */
package org.etude.et.comm;
