package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/ncruces/go-sqlite3"

	stored "github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/racetest"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
	"github.com/quartet-dev/quartet/internal/store/storetest"
	"github.com/quartet-dev/quartet/internal/store/transfer"
)

const copiedSchema = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  schema: { type: object, properties: { n: { type: integer }, score: { type: number }, text: { type: string } } }
  uniqueIndexes: [[n]]
`

// A copy that is killed twice on its way, to PostgreSQL and back, ends with what it
// began with, in bounded memory. Some entries are as large as one may be.
func TestCopyKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("copies thousands of entries")
	}
	dir := t.TempDir()
	from := "sqlite:" + filepath.Join(dir, "from.db")
	fillToCopy(t, strings.TrimPrefix(from, "sqlite:"))
	var first []transfer.Summary
	for _, to := range []string{postgrestest.URL(t), "sqlite:" + filepath.Join(dir, "back.db")} {
		tables := copyKilled(t, dir, from, to)
		if diff := cmp.Diff(first, tables); first != nil && diff != "" {
			t.Error(diff)
		}
		first, from = tables, to
	}
}

func copyKilled(t *testing.T, dir, from, to string) []transfer.Summary {
	t.Helper()
	for kills, limit := range []int{*exchangedEntries / 4, *exchangedEntries / 2, *exchangedEntries * 2} {
		began := time.Now()
		command := exec.Command("quartet", "copy", dir, "--from", from, "--to", to, "--json")
		out, memory, killed := runUntil(t, command, func() bool { return notesIn(to) >= limit })
		t.Logf("%d entries to %.8s, killed before %d times: %.1fs, %d MiB resident, killed: %t", *exchangedEntries, to, kills, time.Since(began).Seconds(), memory>>20, killed)
		if memory > mostMemory && !racetest.On { // under the race detector it is several times as much: scripts/test runs this without it, too
			t.Errorf("%d MiB resident", memory>>20)
		}
		if killed {
			continue
		}
		if kills < 2 && *exchangedEntries >= 100_000 {
			t.Errorf("the copy was killed %d times", kills)
		}
		var done struct{ Tables []transfer.Summary }
		if err := json.Unmarshal(out, &done); err != nil || len(done.Tables) == 0 {
			t.Fatalf("%v: %s", err, out)
		}
		return done.Tables
	}
	return nil
}

// runUntil runs a program, and kills it as soon as it has come far enough. memory is
// the most that was seen to be resident.
func runUntil(t *testing.T, command *exec.Cmd, enough func() bool) (out []byte, memory int64, killed bool) {
	t.Helper()
	var stdout bytes.Buffer
	command.Stdout = &stdout
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("%v: %s", err, &stdout)
			}
			return stdout.Bytes(), memory, false
		case <-time.After(5 * time.Millisecond):
		}
		memory = max(memory, peakMemory(command.Process.Pid))
		if enough() {
			_ = command.Process.Kill() // which may have ended meanwhile
			killed = <-ended != nil
			return stdout.Bytes(), memory, killed
		}
	}
}

// peakMemory is what a process has had resident at most; 0 where it is over.
func peakMemory(pid int) int64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, peak, _ := strings.Cut(string(text), "VmHWM:")
	var kibibytes int64
	_, _ = fmt.Sscan(peak, &kibibytes)
	return kibibytes << 10
}

// notesIn counts the notes of a database; 0 where there is none yet.
func notesIn(url string) (count int) {
	const statement = `SELECT count(*) FROM notes`
	path, isFile := strings.CutPrefix(url, "sqlite:")
	if !isFile {
		conn, err := pgx.Connect(context.Background(), url)
		if err != nil {
			return 0
		}
		defer conn.Close(context.Background()) //nolint:errcheck // it was read
		_ = conn.QueryRow(context.Background(), statement).Scan(&count)
		return count
	}
	db, err := sqlite3.OpenFlags("file:"+path, sqlite3.OPEN_READONLY|sqlite3.OPEN_URI)
	if err != nil {
		return 0
	}
	defer db.Close()
	q, _, err := db.Prepare(statement)
	if err != nil {
		return 0
	}
	defer q.Close()
	if q.Step() {
		count = q.ColumnInt(0)
	}
	return count
}

func fillToCopy(t *testing.T, path string) {
	t.Helper()
	p := plantest.Seal(t, copiedSchema)
	s, err := sqlite.Database{Path: path}.Open(t.Context(), store.Options{Plan: p, Log: slog.New(slog.DiscardHandler), Unsynced: true})
	if err != nil {
		t.Fatal(err)
	}
	text, large := strings.Repeat("A few words, \"and\" a line.\n", 15), strings.Repeat("large ", 680_000)
	entry := func(i int, text string) *stored.Entry {
		return &stored.Entry{
			ID: fmt.Sprintf("%08d", i), Status: "published", Version: 1, CreatedAt: 5, UpdatedAt: 6, AuthorID: "someone",
			Data: map[string]any{"n": int64(i), "score": float64(i) / 3, "text": text},
		}
	}
	storetest.Fill(t, s, p.Schemas()[0], *exchangedEntries, func(i int) *stored.Entry { return entry(i, text) })
	for i := range 5 { // one at a time, as requests have to
		w := &stored.Write{Op: stored.Insert, Schema: p.Schemas()[0], Entry: entry(*exchangedEntries+i, large)}
		if err := s.Write(t.Context(), w); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
