package postgrestest

import "syscall"

// withThread ends a process with the thread that started it, so that none is
// left when a process of tests runs out of time and is killed. PostgreSQL ends
// at once, as in a crash.
func withThread(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGQUIT }
