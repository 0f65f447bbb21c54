package org.etude.trace;

/** What was odd about the events of one Kineto file. */
final class EventOddities {
    final Tally noDuration = new Tally();
    final Tally badDuration = new Tally();
    final Tally badStart = new Tally();
    final Tally noName = new Tally();
    final Tally noArgs = new Tally();
    final Tally noObject = new Tally();
    final Tally unpaired = new Tally();
    final Tally noPhase = new Tally();
    final Tally noCategory = new Tally();
}
