package s3test

import "syscall"

// withParent ends a process with the one that started it, which may run out of
// time and leave nobody to end it.
func withParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
