package postgrestest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/quartet-dev/quartet/internal/childprocess"
)

const (
	keeperName  = "quartet-postgrestest"
	keeperReady = "ready\n"
)

// The server of nobody is stopped after a while: packages are tested one after
// the other, and the next one may be about to ask for it.
const linger = time.Minute

// Nothing is lost that a test needs when the machine stops.
var quick = []string{"fsync=off", "full_page_writes=off", "shared_buffers=64MB", "max_wal_size=256MB"}

func init() { childprocess.Serve(keeperName, keep) }

// keep runs the shared server in the working folder until nobody uses it. The
// server ends with this process; so it needs nobody else.
func keep(_ io.Reader, out io.Writer) int {
	ctx := context.Background()
	folder, err := os.Getwd()
	if err == nil {
		var c *cluster
		if c, err = newShared(ctx, folder); err == nil {
			_, _ = io.WriteString(out, keeperReady) // whoever asked may be gone
			c.keep(folder, linger)
			return 0
		}
	}
	_, _ = fmt.Fprintf(out, "%q\n", err)
	return 1
}

func newShared(ctx context.Context, folder string) (*cluster, error) {
	here, err := find()
	if err != nil {
		return nil, err
	}
	own, err := here.newFolder()
	if err != nil {
		return nil, err
	}
	// A vacuum would hold a template that is about to be copied.
	c, err := newCluster(here, own, append([]string{"autovacuum=off", "max_connections=300"}, quick...))
	if err != nil {
		return nil, err
	}
	if err := errors.Join(c.begin(ctx), c.makeOwner(ctx)); err != nil {
		return nil, err
	}
	text, err := json.Marshal(c.access)
	if err != nil {
		return nil, err
	}
	return c, os.WriteFile(filepath.Join(folder, accessFile), text, 0o600)
}

// keep returns when the server has ended, or was ended since nobody uses it.
func (c *cluster) keep(folder string, linger time.Duration) {
	defer func() { _ = os.RemoveAll(c.folder) }() // or whoever comes next does
	last := time.Now()
	for !c.hasEnded() {
		time.Sleep(linger / 60)
		if isUsed(folder) {
			last = time.Now()
		} else if time.Since(last) > linger && c.end(folder) {
			return
		}
	}
}

func isUsed(folder string) bool {
	users, err := lock(filepath.Join(folder, usersFile), alone|atOnce)
	if err != nil {
		return errors.Is(err, errHeld) // the folder may be gone
	}
	return users.Close() != nil
}

// end stops the server unless somebody has come meanwhile.
func (c *cluster) end(folder string) bool {
	turn, err := lock(filepath.Join(folder, lockFile), alone)
	if err == nil {
		defer turn.Close()
	}
	if isUsed(folder) {
		return false
	}
	_ = os.Remove(filepath.Join(folder, accessFile))
	c.stop(syscall.SIGINT)
	return true
}
