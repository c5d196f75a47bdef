//go:build !linux

package cli

// forgetCode does nothing where it is not known how.
func forgetCode() {}
