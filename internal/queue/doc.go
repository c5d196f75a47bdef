// Package queue delivers deferred hooks at least once.
//
// An event is stored in the transaction of the write that caused it. A worker
// claims it for a lease of at most ten seconds, which it renews while a handler
// runs, and runs the event's Triggers in the order of their names. What is done
// is recorded after each, so that another try begins with the Trigger that
// failed. A Trigger that fails is tried again, twelve times over about a day,
// and then set apart as dead with its last diagnostic; those behind it go on.
//
// Claims, records and renewals go in batches, each batch one write: a dispatcher
// claims ahead of the workers what they do in a tenth of a second, and no worker
// waits for a commit. Stop hands back what has not begun.
//
// A handler has five minutes, by its context: one that waits for what never
// comes must not hold a worker for good. A worker that could not renew its
// lease in time begins nothing more under it.
//
// A process that dies keeps its claims until their lease is over, and any
// process on the same database takes them up then. That is why a handler may
// see an event again, under the same id, and why no two workers run the same
// hook at the same time. An event whose lease ran out is claimed by itself, and
// from its fourth try on runs alone, so that one that ends its process does not
// use up the tries of those that were claimed with it.
//
// Events are due by the clock on the wall. When that is set back, what it put
// off is brought forward to the longest that it may have to wait.
package queue
