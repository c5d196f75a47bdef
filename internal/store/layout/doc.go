// Package layout brings the tables of Schemas in line with a plan.
//
// The database keeps a [Layout] for each table: which columns and indexes it
// has, and which Schema its rows were checked against. [Reconcile] compares the
// layouts with the plan and changes what differs, in one transaction. A stored
// row that breaks a new rule, or a crash at any moment, leaves everything
// unchanged. What the plan no longer declares is reported, and dropped only on
// request.
//
// The statements are those of sqlgen, in the dialect of the [Database], so that
// every adapter changes its tables in the same way (decision 132).
package layout
