//go:build unix && !linux

package postgrestest

import "syscall"

func withThread(*syscall.SysProcAttr) {}
