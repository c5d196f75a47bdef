package childprocess

import (
	"os"
	"runtime"
	"strconv"
	"syscall"
)

// background is a priority at which a thread has a tenth of a core that another one
// wants.
const background = 10

// StayBehind lets all other processes go first, for work that nobody waits for by
// the millisecond. On Linux a priority is a thread's, and new threads inherit it.
func StayBehind() {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return // it only takes longer for the others
	}
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, background)
		}
	}
}

// GiveWay lets all else go before the goroutine that calls it: the requests of the
// service, and the other goroutines of this process. It is for good, since the
// system lets nobody come back; the goroutine's thread ends with it.
func GiveWay() {
	runtime.LockOSThread()
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, background) // of this thread; where it may not, it runs as all do
}
