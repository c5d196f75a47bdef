package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

var exchangedEntries = flag.Int("exchanged", 10_000, "how many entries TestExportAndImport and TestCopyKilled carry; from 100,000 on exports and imports are held to 200 MB of memory, and a copy has to be killed twice")

const exchangeSite = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  schema:
    type: object
    required: [slug, title]
    properties:
      slug: { type: string, maxLength: 80 }
      title: { type: string }
      body: { type: string, x-mcp-hint: markdown }
      rank: { type: number }
      tags: { type: array, items: { type: string } }
      at: { type: string, x-service-bind: now }
  uniqueIndexes: [[slug]]
  indexes: [[rank]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: orders }
spec:
  title: Orders
  lifecycle: operational
  schema: { type: object, required: [note], properties: { note: { type: string, x-service-ref: notes } } }
`

// Entries go from one database into another by export and import, and back: the hashes
// are equal, although the import is killed twice on each way, and both take little
// memory.
func TestExportAndImport(t *testing.T) {
	for name, url := range map[string]func() string{
		"sqlite":   func() string { return "sqlite:" + filepath.Join(t.TempDir(), "other.db") },
		"postgres": func() string { return postgrestest.URL(t) },
	} {
		t.Run(name, func(t *testing.T) {
			if name == "postgres" {
				postgrestest.Need(t)
			}
			count := *exchangedEntries
			if name == "sqlite" {
				count /= 5 // the way to PostgreSQL and back goes through SQLite, too
			}
			carry(t, url(), count)
		})
	}
}

func carry(t *testing.T, there string, count int) {
	e := exchanging{t: t, dir: t.TempDir(), count: count}
	if err := errors.Join(os.Mkdir(filepath.Join(e.dir, "manifests"), 0o700), os.WriteFile(filepath.Join(e.dir, "manifests", "site.yaml"), []byte(exchangeSite), 0o600)); err != nil {
		t.Fatal(err)
	}
	made := filepath.Join(e.dir, "made.ndjson")
	if err := makeEntries(made, count); err != nil {
		t.Fatal(err)
	}
	here := "sqlite:" + filepath.Join(e.dir, "here.db")
	if found := e.bring(made, here); found.Added != int64(count) {
		t.Fatalf("%+v", found)
	}
	first, want := e.take(here, "first")
	e.forget(made, filepath.Join(e.dir, "here.db"))
	e.bringKilled(first, there)
	second, got := e.take(there, "second")
	if got != want {
		t.Error("the export of the import differs")
	}
	e.forget(first)
	back := "sqlite:" + filepath.Join(e.dir, "back.db")
	e.bringKilled(second, back)
	if _, got := e.take(back, "third"); got != want {
		t.Error("the export of what came back differs")
	}
}

// exchanging is a site with commands that carry its entries.
type exchanging struct {
	t     *testing.T
	dir   string
	count int
}

type broughtIn struct {
	Added, Same, Refused int64
	OK                   bool
}

func (e exchanging) bring(file, database string) (found broughtIn) {
	e.t.Helper()
	out := e.run("import", file, e.dir, "--database", database, "--json")
	if err := json.Unmarshal(out, &found); err != nil || !found.OK || found.Refused > 0 {
		e.t.Fatalf("%v: %.1000s", err, out)
	}
	return found
}

// bringKilled brings a file in, on the third attempt.
func (e exchanging) bringKilled(file, database string) {
	e.t.Helper()
	e.killed(file, database, 3)
	e.killed(file, database, 2)
	if found := e.bring(file, database); found.Same == 0 || found.Added == 0 || found.Same+found.Added != int64(e.count) {
		e.t.Fatalf("the kills left nothing to go on from, or nothing to do: %+v", found)
	}
}

// take exports a database and gives the file with its hash.
func (e exchanging) take(database, name string) (file, hash string) {
	e.t.Helper()
	file = filepath.Join(e.dir, name+".ndjson")
	e.run("export", e.dir, "--database", database, "--to", file)
	from, err := os.Open(file)
	if err != nil {
		e.t.Fatal(err)
	}
	defer from.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, from); err != nil {
		e.t.Fatal(err)
	}
	return file, fmt.Sprintf("%x", sum.Sum(nil))
}

// forget removes what is not needed any more: a million entries are gigabytes.
func (e exchanging) forget(files ...string) {
	e.t.Helper()
	for _, each := range files {
		if err := os.Remove(each); err != nil {
			e.t.Error(err)
		}
	}
}

// mostMemory is how much the commands may take.
const mostMemory = 200 << 20

func (e exchanging) run(args ...string) []byte {
	e.t.Helper()
	command := exec.Command("quartet", args...)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	began := time.Now()
	out, err := command.Output()
	if err != nil {
		e.t.Fatalf("%v: %v: %s%s", args, err, out, &stderr)
	}
	memory := command.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
	e.t.Logf("%s of %d entries: %v, %d MB", args[0], e.count, time.Since(began).Round(time.Millisecond), memory>>20)
	if memory > mostMemory && e.count >= 100_000 {
		e.t.Errorf("%s took %d MB", args[0], memory>>20)
	}
	return out
}

// killed kills an import when it has read one part of so many of a file.
func (e exchanging) killed(file, database string, parts int64) {
	e.t.Helper()
	command := exec.Command("quartet", "import", "-", e.dir, "--database", database)
	stdin, err := command.StdinPipe()
	if err != nil {
		e.t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		e.t.Fatal(err)
	}
	from, err := os.Open(file)
	if err != nil {
		e.t.Fatal(err)
	}
	defer from.Close()
	info, err := from.Stat()
	if err == nil {
		_, err = io.CopyN(stdin, from, info.Size()/parts)
	}
	if err := errors.Join(err, command.Process.Kill()); err != nil {
		e.t.Fatal(err)
	}
	_ = command.Wait() // it was killed
}

// makeEntries writes entries in no order, of which some refer to others.
func makeEntries(name string, count int) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	for i := range count {
		at := int64(1_700_000_000_000 + i)
		id := fmt.Sprintf("%08x-0000-7000-8000-%012x", uint32(i)*2654435761, i)
		if i%4 == 3 {
			fmt.Fprintf(w, `{"collection":"orders","id":%q,"status":"published","version":1,"createdAt":%d,"updatedAt":%d,"authorId":"ada","data":{"note":"%08x"}}`+"\n", id, at, at, i)
			continue
		}
		status := []string{"draft", "published", "archived"}[i%3]
		fmt.Fprintf(w, `{"collection":"notes","id":%q,"status":%q,"version":%d,"createdAt":%d,"updatedAt":%d,"authorId":null,"data":{"slug":"note-%d","title":"Träume № %d","body":%q,"rank":%d.5,"tags":["tea","%d"],"at":"2024-01-01T00:00:00.000Z"}}`+"\n",
			id, status, 1+i%5, at, at+int64(i), i, i, bytes.Repeat([]byte("Water, leaf and \"time\".\n"), 4+i%10), i%1000, i%7)
	}
	return errors.Join(w.Flush(), file.Close())
}
