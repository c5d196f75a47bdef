// Package inprocess is the part of a generated Go package that calls a site in
// the same program, and is the same for every site. Package golang prints its
// files beside the facade of a site.
package inprocess
