// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import io.github.spencerpark.jupyter.channels.ReplyEnvironment;
import io.github.spencerpark.jupyter.messages.ContentType;
import io.github.spencerpark.jupyter.messages.Message;
import io.github.spencerpark.jupyter.messages.MessageType;
import io.github.spencerpark.jupyter.messages.reply.ErrorReply;

/**
 * The reply environment that the base kernel's comm handlers require; does nothing, because status is reported outside
 * them.
 */
final class SilentReplies implements ReplyEnvironment {
    @Override
    public void publish(Message<?> message) {
        // comms send through Comms
    }

    @Override
    public void reply(Message<?> message) {
        // comm messages have no reply
    }

    @Override
    public ReplyEnvironment defer() {
        return this;
    }

    @Override
    public void defer(Runnable action) {
        action.run();
    }

    @Override
    public void resolveDeferrals() {
        // nothing is deferred
    }

    @Override
    public <T extends ContentType<T>> void publish(T content) {
        // comms send through Comms
    }

    @Override
    public <T extends ContentType<T>> void reply(T content) {
        // comm messages have no reply
    }

    @Override
    public void replyError(MessageType<?> type, ErrorReply error) {
        // comm messages have no reply
    }

    @Override
    public void setStatusBusy() {
        // reported outside the handler
    }

    @Override
    public void setStatusIdle() {
        // reported outside the handler
    }

    @Override
    public void setBusyDeferIdle() {
        // reported outside the handler
    }
}
