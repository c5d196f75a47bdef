// Package transfer copies the objects of one bucket into another, which may be of
// another kind, under quartet copy.
package transfer
