package postgrestest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// installed is where the programs of PostgreSQL are, and who may run them.
type installed struct {
	Folder  string // of postgres and initdb
	Version int    // the first number of it
	As      *account
}

// account is the user of the system that runs servers for root, whom they
// refuse; nil where this process is somebody else.
type account struct{ UID, GID uint32 }

// oldest is the oldest version that the service works with.
const oldest = 14

// Need skips the test where PostgreSQL is not installed; in CI it fails. Tests
// with a subtest for each case ask it once, before those.
func Need(t testing.TB) {
	t.Helper()
	_ = need(t)
}

func need(t testing.TB) installed {
	t.Helper()
	here, err := find()
	if err != nil {
		skip(t, err)
	}
	return here
}

func skip(t testing.TB, reason error) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(reason)
	}
	t.Skipf("no PostgreSQL server was tried; scripts/test installs it: %v", reason)
}

var find = sync.OnceValues(func() (installed, error) {
	here, err := newest()
	if err != nil {
		return installed{}, err
	}
	here.As, err = unprivileged()
	return here, err
})

// newest looks into PATH, and where Debian and its kin keep each version.
func newest() (installed, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres") // the pattern is good
	slices.SortFunc(found, func(a, b string) int { return cmp.Compare(folderNumber(b), folderNumber(a)) })
	if path, err := exec.LookPath("postgres"); err == nil {
		found = append([]string{path}, found...)
	}
	for _, path := range found {
		path, err := filepath.EvalSymlinks(path)
		if err != nil {
			continue
		}
		version, err := versionOf(path)
		if err == nil && version >= oldest {
			return installed{Folder: filepath.Dir(path), Version: version}, nil
		}
	}
	return installed{}, fmt.Errorf("PostgreSQL %d or newer is neither in PATH nor under /usr/lib/postgresql", oldest)
}

func folderNumber(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path)))) // 0 is the oldest
	return n
}

func versionOf(postgres string) (int, error) {
	out, err := exec.CommandContext(context.Background(), postgres, "--version").Output()
	if err != nil {
		return 0, fmt.Errorf("%s --version: %w", postgres, err)
	}
	number := regexp.MustCompile(`\d+`).Find(out)
	return strconv.Atoi(string(number))
}

// command prepares a program of PostgreSQL, or one beside it with its whole path.
func (i installed) command(program string, arguments ...string) *exec.Cmd {
	if !filepath.IsAbs(program) {
		program = filepath.Join(i.Folder, program)
	}
	c := exec.CommandContext(context.Background(), program, arguments...)
	c.Dir = "/" // the folder of a test may be closed to the account
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC"}
	c.SysProcAttr = attributes(i.As)
	return c
}

func (i installed) run(program string, arguments ...string) error {
	c := i.command(program, arguments...)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", c, err, strings.TrimSpace(string(out)))
	}
	return nil
}

// give makes a file or folder the account's.
func (i installed) give(path string) error {
	if i.As == nil {
		return nil
	}
	return os.Chown(path, int(i.As.UID), int(i.As.GID))
}

// top makes the folder of all servers that tests of this user run. What is in
// it when it was made by somebody else is not trusted.
func top() (string, error) {
	folder := filepath.Join(os.TempDir(), fmt.Sprintf("quartet-postgres-%d", os.Getuid()))
	if err := os.MkdirAll(folder, 0o711); err != nil { // the account passes through it
		return "", err
	}
	info, err := os.Lstat(folder)
	if err != nil {
		return "", err
	}
	if !info.IsDir() || !isOurs(info) {
		return "", fmt.Errorf("%s belongs to somebody else", folder)
	}
	return folder, nil
}

// newFolder makes a folder of the account for one server of this process.
func (i installed) newFolder() (string, error) {
	parent, err := top()
	if err != nil {
		return "", err
	}
	folder, err := os.MkdirTemp(parent, fmt.Sprintf("server-%d-", os.Getpid()))
	if err != nil {
		return "", err
	}
	return folder, i.give(folder)
}

// removeStale removes the folders of processes that were killed.
func removeStale(parent string) {
	found, _ := filepath.Glob(filepath.Join(parent, "server-*")) // the pattern is good
	for _, folder := range found {
		pid, err := strconv.Atoi(strings.Split(filepath.Base(folder), "-")[1])
		if err == nil && isGone(pid) {
			_ = os.RemoveAll(folder) // the next one tries again
		}
	}
}

// isGone reports whether no process has a number.
func isGone(pid int) bool {
	process, err := os.FindProcess(pid)
	if err != nil {
		return true
	}
	err = process.Signal(syscall.Signal(0))
	return errors.Is(err, os.ErrProcessDone) || errors.Is(err, syscall.ESRCH)
}
