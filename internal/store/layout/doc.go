// Package layout brings the tables of Schemas in line with a plan.
//
// What a table looks like is kept in the database beside it, as a [Layout].
// [Reconcile] compares it with what the plan wants and changes what differs, in
// one transaction: stored rows that are in the way of a change, or a crash at
// any moment, leave everything as it was. Nothing that a Schema no longer
// declares is dropped unless that is wanted; it is named.
//
// The statements are those of sqlgen, in the dialect of the [Database].
package layout
