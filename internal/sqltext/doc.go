// Package sqltext reads the text of a `sql` View just far enough to tell which
// `:name` is a placeholder and which is part of a literal, a quoted identifier,
// a comment or a `::` cast. The check of a manifest and the statement that is
// built from it both use it.
package sqltext
