// Package storetest is the test suite that every adapter of content.Store
// passes. It tests the promises of the interface, and not how an adapter keeps
// them.
package storetest
