//go:build !unix

package childprocess

import "os"

// pipe is a pipe to the parent.
func pipe(descriptor uintptr, _ string) *os.File {
	if descriptor == 0 {
		return os.Stdin
	}
	return os.Stdout
}
