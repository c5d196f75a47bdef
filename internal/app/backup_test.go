package app_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet"
)

const backupSite = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  lifecycle: operational
  schema: { type: object, properties: { n: { type: integer }, text: { type: string } } }
`

// documentedBackup are the commands of docs/operating.md, Backups: to copy, to
// check the copy, and to put it back (decision 121).
func documentedBackup(t testing.TB) (commands []string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n**Backups.**")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, line := range regexp.MustCompile(`(?m)^\$ (.*)$`).FindAllStringSubmatch(section, -1) {
		commands = append(commands, line[1])
	}
	if len(commands) != 4 || !strings.Contains(commands[0], "VACUUM INTO") {
		t.Fatalf("the backup is documented as %q", commands)
	}
	return commands
}

// runDocumented runs a documented command in a folder. Without the program sqlite3, what
// it is told is told to the driver.
func runDocumented(t testing.TB, dir, command string) string {
	t.Helper()
	if _, err := exec.LookPath("sqlite3"); err != nil && strings.HasPrefix(command, "sqlite3 ") {
		return runByDriver(t, dir, command)
	}
	shell := exec.Command("sh", "-c", command)
	shell.Dir = dir
	out, err := shell.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s", command, err, out)
	}
	return strings.TrimSpace(string(out))
}

func runByDriver(t testing.TB, dir, command string) string {
	t.Helper()
	parts := regexp.MustCompile(`^sqlite3 (\S+) "(.*)"$`).FindStringSubmatch(command)
	db, err := sqlite3.Open(filepath.Join(dir, parts[1]))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	q, _, err := db.Prepare(strings.ReplaceAll(parts[2], "INTO '", "INTO '"+dir+"/"))
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	text := ""
	if q.Step() {
		text = q.ColumnText(0)
	}
	if err := q.Err(); err != nil {
		t.Fatal(err)
	}
	return text
}

// writing writes notes until it is stopped, and tells how many were answered.
func writing(t testing.TB, s *quartet.Service, pause time.Duration) (answered *atomic.Int64, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	answered = new(atomic.Int64)
	var all sync.WaitGroup
	all.Go(func() {
		for ctx.Err() == nil {
			if _, err := s.Entries("notes").CreateDraft(context.Background(), map[string]any{"n": answered.Load() + 1, "text": "beside a backup"}); err != nil {
				t.Error(err)
				return
			}
			answered.Add(1)
			time.Sleep(pause)
		}
	})
	return answered, func() { cancel(); all.Wait() }
}

// The commands of docs/operating.md copy a site that is served and written to,
// end, and bring back all that was answered before the first of them.
func TestTheDocumentedBackup(t *testing.T) {
	dir := t.TempDir()
	site := filepath.Join(dir, "my-site")
	if err := errors.Join(os.Mkdir(site, 0o700), os.Mkdir(filepath.Join(dir, "backup"), 0o700)); err != nil {
		t.Fatal(err)
	}
	commands := documentedBackup(t)
	s, err := quartet.Open(t.Context(), quartet.Options{Dir: site, FS: folder(map[string]string{"manifests/notes.yaml": backupSite})})
	if err != nil {
		t.Fatal(err)
	}
	answered, stop := writing(t, s, 0)
	for answered.Load() < 200 {
		time.Sleep(time.Millisecond)
	}
	before := answered.Load()
	runDocumented(t, dir, commands[0])
	after := answered.Load()
	if said := runDocumented(t, dir, commands[1]); said != "ok" {
		t.Errorf("quick_check says %s", said)
	}
	stop()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, command := range commands[2:] {
		runDocumented(t, dir, command)
	}
	wantNotes(t, site, before, after+1)
}

// wantNotes opens a site and wants as many notes.
func wantNotes(t *testing.T, site string, least, most int64) {
	t.Helper()
	s, err := quartet.Open(t.Context(), quartet.Options{Dir: site, FS: folder(map[string]string{"manifests/notes.yaml": backupSite})})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	db, err := sqlite3.Open("file:" + filepath.Join(site, ".service/data/quartet.db") + "?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	q, _, err := db.Prepare(`SELECT count(*), max(n) FROM notes`)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	q.Step()
	if n := q.ColumnInt64(0); n < least || n > most || n != q.ColumnInt64(1) {
		t.Errorf("%d notes came back, up to %d; want %d to %d", n, q.ColumnInt64(1), least, most)
	}
}

// BenchmarkBackup is how long the documented copy takes beside two writes a
// second and beside writes without end, and how large it is:
//
//	go test . -run '^$' -bench Backup -benchtime 1x
func BenchmarkBackup(b *testing.B) {
	dir := b.TempDir()
	site := filepath.Join(dir, "my-site")
	if err := os.Mkdir(site, 0o700); err != nil {
		b.Fatal(err)
	}
	s, err := quartet.Open(b.Context(), quartet.Options{Dir: site, FS: folder(map[string]string{"manifests/notes.yaml": backupSite})})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	text := strings.Repeat("a line of a note ", 60)
	var all sync.WaitGroup
	for w := range 16 {
		all.Go(func() {
			for i := range 6250 {
				if _, err := s.Entries("notes").CreateDraft(b.Context(), map[string]any{"n": w*6250 + i, "text": text}); err != nil {
					b.Error(err)
				}
			}
		})
	}
	all.Wait()
	for name, pause := range map[string]time.Duration{"two writes a second": 500 * time.Millisecond, "writes without end": 0} {
		b.Run(name, func(b *testing.B) {
			for i := range b.N {
				answered, stop := writing(b, s, pause)
				copied := filepath.Join(dir, fmt.Sprintf("%d-%d.db", i, pause.Milliseconds()))
				began := time.Now()
				runDocumented(b, dir, fmt.Sprintf(`sqlite3 my-site/.service/data/quartet.db "VACUUM INTO '%s'"`, copied))
				b.ReportMetric(time.Since(began).Seconds(), "s")
				b.ReportMetric(float64(answered.Load())/time.Since(began).Seconds(), "writes/s")
				began = time.Now()
				if said := runDocumented(b, dir, fmt.Sprintf(`sqlite3 %s "PRAGMA quick_check"`, copied)); said != "ok" {
					b.Error(said)
				}
				b.ReportMetric(time.Since(began).Seconds(), "s-check")
				stop()
				info, err := os.Stat(copied)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(info.Size())/(1<<20), "MB")
			}
		})
	}
}
