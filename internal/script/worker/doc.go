// Package worker runs handlers in a process of its own, which the service can
// end: the engine cannot stop in the middle of one long built-in, and a fault in
// it must not reach the service (decision 193). The process is this program,
// started once more; it has no access to the database, gets no environment, and
// ends with its parent.
//
// Both sides speak in messages over the two pipes of the process. The parent
// sends one message to a realm, and the realm answers with what the turn left.
package worker
