//go:build unix

package childprocess

import (
	"os"
	"syscall"
)

// pipe is a pipe that Go waits for as it does for sockets: a read that blocks its
// thread takes twice as long to wake up.
func pipe(descriptor uintptr, name string) *os.File {
	_ = syscall.SetNonblock(int(descriptor), true) // one that blocks works, too
	return os.NewFile(descriptor, name)
}
