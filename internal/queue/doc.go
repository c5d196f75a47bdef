// Package queue delivers deferred hooks at least once.
//
// An event is stored in the transaction of the write that caused it. A worker
// claims it for a lease of at most ten seconds, which it renews while a handler
// runs, and runs the event's Triggers in the order of their names. Each result
// is recorded, so another try begins with the Trigger that failed. A Trigger
// that fails is tried again, twelve times over about a day, and then set apart
// as dead with its last diagnostic; the Triggers behind it go on.
//
// Claims, records and renewals go in batches, each batch one write: a
// dispatcher claims in advance what the workers do in a tenth of a second, and
// no worker waits for a commit. Stop hands back what has not begun.
//
// The context of a handler ends after five minutes, so that one that waits in
// vain does not hold its worker for good. A worker that could not renew its
// lease in time begins nothing more under it.
//
// When a process dies, its claims last until their lease is over; then any
// process on the same database takes them up. So a handler may see an event
// again, under the same id, but no two workers run the same hook at the same
// time. An event whose lease ran out is claimed by itself, and from its fourth
// try on runs alone, so that an event that kills its process does not use up
// the tries of others.
//
// Events are due by the wall clock. When the clock is set back, the events that
// it delayed are brought forward to the longest time that they may have to
// wait.
package queue
