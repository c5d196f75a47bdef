// Package migration is what the migrations of every database have in common:
// the tables that record them, the number of the newest, the version of the
// program that ran them, and the refusal of a database of a newer one. The same
// number means the same tables in each database.
package migration
