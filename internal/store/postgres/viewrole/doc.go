// Package viewrole makes and keeps the role that the statements of sql Views run
// as: one that logs in by itself and may read the tables of Schemas, and nothing
// else (decision 218).
//
// A statement could undo SET ROLE by set_config within one SELECT. It cannot
// become who it never was: a session of this role has no other role to go back to.
package viewrole
