package childprocess

import (
	"os/exec"
	"runtime"
	"syscall"
)

// background is a priority at which a thread has a tenth of a core that another one
// wants.
const background = 10

// GiveWay lets all else go before the goroutine that calls it: the requests of the
// service, and the other goroutines of this process. It is for good, since the
// system lets nobody come back; the goroutine's thread ends with it.
func GiveWay() {
	runtime.LockOSThread()
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, background) // of this thread; where it may not, it runs as all do
}

// StartBehind starts a process that lets all others go first, from its first moment
// on: it inherits the priority of the thread that starts it.
func StartBehind(command *exec.Cmd) error {
	started := make(chan error, 1)
	go func() {
		GiveWay()
		started <- command.Start()
	}()
	return <-started
}
