// Package csv reads the lines of a CSV file as records for a mapping. The first line
// names the fields. A line that is malformed is reported at its line and column, and
// the rest is read.
package csv
