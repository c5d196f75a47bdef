package postgrestest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/quartet-dev/quartet/internal/childprocess"
)

// The files of the shared server. Who starts or stops it holds the first lock
// alone; each process that uses it holds the second, with others.
const (
	lockFile   = "lock"
	usersFile  = "users"
	accessFile = "server.json"
)

func sharedServer(t testing.TB) access {
	t.Helper()
	need(t)
	s, err := join()
	if err != nil {
		t.Fatal(err)
	}
	return s.access
}

// A share is the shared server, as long as this process uses it.
type share struct {
	access
	users *os.File // locked until the process ends, however it does
}

// join finds the shared server or starts it.
var join = sync.OnceValues(func() (share, error) {
	ctx := context.Background()
	folder, err := top()
	if err != nil {
		return share{}, err
	}
	turn, err := lock(filepath.Join(folder, lockFile), alone)
	if err != nil {
		return share{}, err
	}
	defer turn.Close()
	removeStale(folder)
	a, err := running(ctx, folder)
	if err != nil {
		a, err = startKeeper(ctx, folder)
	}
	if err != nil {
		return share{}, err
	}
	a.dropStale(ctx)
	users, err := lock(filepath.Join(folder, usersFile), together)
	return share{access: a, users: users}, err
})

// running is the server that another process started, if it answers.
func running(ctx context.Context, folder string) (access, error) {
	var a access
	text, err := os.ReadFile(filepath.Join(folder, accessFile))
	if err != nil {
		return a, err
	}
	if err := json.Unmarshal(text, &a); err != nil {
		return a, err
	}
	return a, a.exec(ctx, "")
}

// startKeeper starts the process that keeps a server, and waits until it runs.
func startKeeper(ctx context.Context, folder string) (access, error) {
	command, err := childprocess.Command(context.Background(), keeperName, 1)
	if err != nil {
		return access{}, err
	}
	command.Dir, command.SysProcAttr = folder, detached()
	command.Env = append(command.Env, "PATH="+os.Getenv("PATH"), "TMPDIR="+os.Getenv("TMPDIR"))
	answer, err := command.StdoutPipe()
	if err != nil {
		return access{}, err
	}
	if err := command.Start(); err != nil {
		return access{}, err
	}
	said, err := bufio.NewReader(answer).ReadString('\n')
	err = errors.Join(err, answer.Close(), command.Process.Release())
	if err != nil || said != keeperReady {
		return access{}, fmt.Errorf("the shared server of PostgreSQL does not start: %s (%w)", said, err)
	}
	return running(ctx, folder)
}
