// Package sqltext reads the text of a `sql` View just far enough to know which
// `:name` is a placeholder and which stands in a literal, a quoted identifier,
// a comment or a `::` cast. The check of a manifest and the statement that is
// built from it both rest on this one reading.
package sqltext
