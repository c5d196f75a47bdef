package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quartet-dev/quartet"
)

var backupKills = flag.Int("backupkills", 2, "how often TestABackupThatIsKilled kills a backup, and a restore")

const killedSite = `apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  lifecycle: operational
  schema: { type: object, properties: { n: { type: integer }, text: { type: string } } }
`

// killedFolder is a site folder; with entries when there are to be some.
func killedFolder(t *testing.T, entries int) string {
	t.Helper()
	dir := t.TempDir()
	err := errors.Join(os.Mkdir(filepath.Join(dir, "manifests"), 0o700), os.WriteFile(filepath.Join(dir, "manifests", "notes.yaml"), []byte(killedSite), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	if entries == 0 {
		return dir
	}
	s, err := quartet.Open(t.Context(), quartet.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for w := range 16 {
		all.Go(func() {
			for n := w; n < entries; n += 16 {
				if _, err := s.Entries("notes").CreateDraft(context.Background(), map[string]any{"n": n, "text": strings.Repeat(fmt.Sprint(rand.Int()), 100)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// killedAfter runs the program, and kills it after a time unless it has ended.
func killedAfter(t *testing.T, d time.Duration, args ...string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), "quartet", args...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(d, func() { _ = c.Process.Kill() })
	_ = c.Wait()
}

func ran(t *testing.T, args ...string) time.Duration {
	t.Helper()
	began := time.Now()
	if out, err := exec.CommandContext(t.Context(), "quartet", args...).CombinedOutput(); err != nil {
		t.Fatalf("quartet %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return time.Since(began)
}

// A backup that is killed leaves nothing that has the name of a copy and is none. A
// restore that is killed leaves nothing that is served, and the next one goes on.
func TestABackupThatIsKilled(t *testing.T) {
	site, place := killedFolder(t, 1500), t.TempDir()
	took := ran(t, "backup", site, "--to", filepath.Join(place, "first.zip"))
	for range *backupKills {
		killedAfter(t, time.Duration(rand.Int64N(int64(took))), "backup", site, "--to", place)
		found, err := filepath.Glob(filepath.Join(place, "backup-*.zip"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found {
			ran(t, "restore", "--check", name)
		}
	}
	copied := filepath.Join(place, "first.zip")
	took = ran(t, "restore", copied, killedFolder(t, 0))
	for range *backupKills {
		into := killedFolder(t, 0)
		killedAfter(t, time.Duration(rand.Int64N(int64(took))), "restore", copied, into)
		out, err := exec.CommandContext(t.Context(), "quartet", "serve", into, "--addr", "127.0.0.1:-1", "--must-exist").CombinedOutput()
		whole := bytes.Contains(out, []byte("listen for requests at --addr")) // it opened the site
		if err == nil || !whole && !bytes.Contains(out, []byte("DATABASE_UNFINISHED")) && !bytes.Contains(out, []byte("DATABASE_MISSING")) {
			t.Fatalf("%v: %s", err, out)
		}
		if !whole {
			ran(t, "restore", copied, into)
		}
		ran(t, "backup", into, "--to", filepath.Join(into, "again.zip"))
	}
}
