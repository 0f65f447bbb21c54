package org.etude.trace;

/** What was odd about the nodes of one execution trace. */
final class NodeOddities {
    final Tally noObject = new Tally();
    final Tally noId = new Tally();
    final Tally noName = new Tally();
    final Tally noParent = new Tally();
    final Tally badGroups = new Tally();
}
