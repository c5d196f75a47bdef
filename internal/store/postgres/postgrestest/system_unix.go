//go:build unix

package postgrestest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// unprivileged finds who runs servers in place of root.
func unprivileged() (*account, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("root may not run PostgreSQL: %w", err)
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	return &account{UID: uint32(uid), GID: uint32(gid)}, err
}

func attributes(as *account) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true} // an interrupt at the terminal is for the tests alone
	if as != nil {
		a.Credential = &syscall.Credential{Uid: as.UID, Gid: as.GID}
	}
	withThread(a)
	return a
}

// detached is a process that outlives the one that starts it.
func detached() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

func isOurs(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid()
}

// errHeld is the error of a lock that others hold.
var errHeld error = syscall.EWOULDBLOCK

// The ways to lock a file; the system takes a lock back from a process that ends.
const (
	alone    = syscall.LOCK_EX
	together = syscall.LOCK_SH
	atOnce   = syscall.LOCK_NB // or not at all
)

// lock opens a file and locks it. Closing it gives the lock back.
func lock(path string, how int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	for err = syscall.EINTR; errors.Is(err, syscall.EINTR); {
		err = syscall.Flock(int(f.Fd()), how)
	}
	if err != nil {
		return nil, errors.Join(&os.PathError{Op: "flock", Path: path, Err: err}, f.Close())
	}
	return f, nil
}
