// Package web is not written yet.
package web

// Source is replaced by the package itself.
func Source() string { return "(function (host, start) { return {} })" }

// Funcs is replaced by the package itself.
func Funcs() map[string]func(args []any) (any, error) { return nil }
