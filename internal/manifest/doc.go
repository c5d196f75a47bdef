// Package manifest parses the manifests of a folder into the four atoms
// (Schema, View, Procedure, Trigger) and applies every rule that concerns one
// document. It collects all errors of all files, each at the exact key or
// value. Rules that need two atoms are in internal/plan.
package manifest
