// Package sqlview decides which statements of sql Views PostgreSQL may run, and
// writes what they yield as JSON.
//
// A role can call most functions of PostgreSQL, whatever is granted: it can hold
// locks that writers wait for, change its settings or read files of settings. So
// a statement is analysed by the database, and what the analysis found is held
// against a list of what a View may use (decision 219).
package sqlview
