// Package releases keeps named sets of entries that are published together: in one
// transaction, or not at all (decision 267).
//
// A release holds entries, not their data. What goes out is what each entry is by then: the
// draft that it is, or the pending draft beside it. At a time, the release is published by a
// move of package moves, which claims it, tries it again and tells of a failure (decision
// 268). The row of a release is marked as published in the transaction of its entries.
package releases
