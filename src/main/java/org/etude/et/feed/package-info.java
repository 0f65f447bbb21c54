/**
 * What a simulator's feeder does with an ET: the order in which it releases nodes ({@link org.etude.et.feed.EtFeeder}) and
 * whether it will take the files at all ({@link org.etude.et.feed.EtValidator}).
 */
package org.etude.et.feed;
