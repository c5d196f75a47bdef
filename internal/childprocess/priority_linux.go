package childprocess

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
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
	giveWay(0)
}

// giveWay sets the priority of a thread, 0 for the one that calls; where it may not,
// the thread runs as all do.
func giveWay(thread int) { _ = syscall.Setpriority(syscall.PRIO_PROCESS, thread, background) }

// StartBehind starts a process that lets all others go first. It does so only once it
// has started: until the new program is loaded, the thread that starts it stands still
// with all that Go would run on it, so that a start of low priority keeps requests
// waiting (decision 266). A thread has the priority of the one that makes it.
func StartBehind(command *exec.Cmd) error {
	if err := command.Start(); err != nil {
		return err
	}
	giveWay(command.Process.Pid) // its first thread, which makes the others
	threads, _ := os.ReadDir("/proc/" + strconv.Itoa(command.Process.Pid) + "/task")
	for _, each := range threads {
		if thread, err := strconv.Atoi(each.Name()); err == nil {
			giveWay(thread)
		}
	}
	return nil
}
