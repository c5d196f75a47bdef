// Package cli is the command line of a program that serves sites: one file a
// subcommand, nothing but flags, wiring and output. The program brings what it
// adds to a site, such as handlers, in the options.
package cli

//go:generate go test -run TestReferenceIsThatOfTheCode . -update
