// Package sample makes JSON values that fit a JSON Schema of the subset, to fill
// a database that nobody has written to, and for examples. The same random source
// gives the same values, and every value was validated before it is given out.
package sample
