// Package manifest turns the bytes of a manifests folder into the four atoms
// (Schema, View, Procedure, Trigger) and applies every rule that one document
// alone can break. All errors of all files are collected, each at the exact
// key or value. Rules that need two atoms live in internal/plan.
package manifest
