// Package moves publishes and unpublishes entries at a time that somebody has set.
//
// A move is stored with who set it. When it is due, one process hands it to the queue of
// deferred hooks (decision 229), where a worker claims it. The move is made in the name of who set it,
// with the role that they have then, by the same calls as by hand: the checks, the hooks
// and the audit log are the same. Its row goes in the transaction of the write, so that
// it is made once, whatever ends in between.
//
// A move that is refused stays as failed, with the reason, and who set it gets a mail.
package moves
