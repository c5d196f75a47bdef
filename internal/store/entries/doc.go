// Package entries reads the entries of Schemas and runs Views, for every
// database: which statements make a page, how its rows become JSON or entries,
// how much of them is read. An adapter brings connections and statements
// (decision 205).
package entries
