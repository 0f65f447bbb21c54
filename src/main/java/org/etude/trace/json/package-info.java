// SPDX-License-Identifier: Apache-2.0
/**
 * The JSON scanner behind the trace readers: bytes in, tokens out, one pass. It keeps exact byte offsets for messages, reads
 * times without rounding, and continues over bytes that are not UTF-8.
 */
package org.etude.trace.json;
