package childprocess

import (
	"os"
	"strconv"
	"syscall"
)

// background is a priority at which a process has a tenth of a core that another
// one wants.
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
