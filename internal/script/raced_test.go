//go:build race

package script_test

// raced reports whether the race detector is on.
const raced = true
