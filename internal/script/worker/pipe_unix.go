//go:build unix

package worker

import (
	"os"
	"syscall"
)

// pipe is a pipe that Go waits for as it does for sockets: with one thread for all,
// a read that blocks that thread would take twice as long to wake up.
func pipe(descriptor uintptr, name string) *os.File {
	_ = syscall.SetNonblock(int(descriptor), true) // one that blocks works, too
	return os.NewFile(descriptor, name)
}
