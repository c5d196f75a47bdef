// Package storetest is the suite that every adapter of content.Store passes. It
// tests the promises of the interface and nothing of how an adapter keeps them.
package storetest
