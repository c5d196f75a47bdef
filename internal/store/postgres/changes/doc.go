// Package changes tells every process that shares a PostgreSQL database what the
// others have written, so that each knows when an answer that it keeps is old.
//
// What is written has a [Topic]: the entries of a Schema, or whatever else processes
// keep in memory. A write takes a number inside its transaction, with [TakeNumber],
// and hands it to [Feed.Written] with its topics when it is over. A Feed gathers them
// for a few milliseconds and sends them by NOTIFY, on a connection of its own, and
// raises its topics when those of another process arrive. NOTIFY is no part of the
// write's transaction, because its lock would have the transactions commit one after
// the other.
//
// A process may be killed between its commit and its NOTIFY, and a program without a
// Feed sends none. So a Feed looks at the sequence of the numbers: each one that it is
// told about, and each of its own, is accounted for. Where one is missing, every topic is
// raised until all transactions that can have taken it are over. No topic is known
// while the connection is lost, and all of them are raised when it is back.
//
// What is promised: another process's write raises its topics a few milliseconds after
// its commit, and in the worst case a second after. Decision 220 says why and has the figures.
package changes
