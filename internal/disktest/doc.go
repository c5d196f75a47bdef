// Package disktest takes the room on a disk away, for the tests of other packages.
// It does so on Linux alone, where its callers are built.
package disktest
