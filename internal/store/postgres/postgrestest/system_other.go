//go:build !unix

package postgrestest

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

func unprivileged() (*account, error) {
	return nil, errors.New("tests run no PostgreSQL server on this system")
}

func attributes(*account) *syscall.SysProcAttr { return nil }
func detached() *syscall.SysProcAttr           { return nil }
func isOurs(fs.FileInfo) bool                  { return false }

var errHeld = errors.ErrUnsupported

const alone, together, atOnce = 0, 0, 0

func lock(string, int) (*os.File, error) { return nil, errors.ErrUnsupported }
