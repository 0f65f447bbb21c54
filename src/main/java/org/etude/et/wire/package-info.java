// SPDX-License-Identifier: Apache-2.0
/**
 * Reads and writes Chakra execution traces: conversion between the protobuf wire format and columns ({@link EtFiles}),
 * the set of all ranks with its process groups ({@link EtSet}). protobuf-java's types appear in {@code et} only.
 */
package org.etude.et.wire;
