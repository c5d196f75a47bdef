package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/disktest"
)

// fault is what happens to the disk under a site while clients write.
type fault struct {
	before func(t *testing.T, folder string) // the site is made in folder
	strike func(folder string) error
	status int // of writes from then on
	ready  int // what /readyz answers from then on
	mend   func(folder string) error
	alone  bool // no restart is needed for writes to work again
}

const databasePath = ".service/data/quartet.db"

var faults = map[string]fault{
	"the database is moved": {
		strike: func(folder string) error {
			return os.Rename(filepath.Join(folder, databasePath), filepath.Join(folder, databasePath+".moved"))
		},
		status: http.StatusServiceUnavailable, ready: http.StatusServiceUnavailable,
		mend: func(folder string) error {
			return os.Rename(filepath.Join(folder, databasePath+".moved"), filepath.Join(folder, databasePath))
		},
	},
	"its folder is moved": {
		strike: func(folder string) error {
			return os.Rename(filepath.Join(folder, ".service"), filepath.Join(folder, "moved"))
		},
		status: http.StatusServiceUnavailable, ready: http.StatusServiceUnavailable,
		mend: func(folder string) error {
			return os.Rename(filepath.Join(folder, "moved"), filepath.Join(folder, ".service"))
		},
	},
	"the disk is full": {
		before: func(t *testing.T, folder string) { disktest.Mount(t, folder, "64m") },
		strike: func(folder string) error {
			err := os.WriteFile(filepath.Join(folder, "ballast"), make([]byte, 64<<20), 0o600)
			if errors.Is(err, syscall.ENOSPC) {
				return nil
			}
			return errors.Join(err, errors.New("there is room left"))
		},
		status: http.StatusInsufficientStorage, ready: http.StatusOK,
		mend:  func(folder string) error { return os.Remove(filepath.Join(folder, "ballast")) },
		alone: true,
	},
}

// Whatever happens to the disk: what is answered as written is there when the
// fault is mended, and writes during it are refused with the status that says
// so. Beside a full disk reads go on; /readyz tells of the others.
func TestFaults(t *testing.T) {
	for name, f := range faults {
		t.Run(name, func(t *testing.T) {
			s := &soak{dir: t.TempDir(), orders: ledger{versions: map[string]int{}}}
			if f.before != nil {
				f.before(t, s.dir)
			}
			if err := os.CopyFS(s.dir, os.DirFS("testdata/soak")); err != nil {
				t.Fatal(err)
			}
			server, stop := startServer(t, s.dir, s.dir)
			w := &drafter{soak: s, server: server}
			w.start(8)
			w.await(t, "writes", func() bool { return w.kept() > 50 })
			if err := f.strike(s.dir); err != nil {
				t.Fatal(err)
			}
			w.struck(f.status)
			w.await(t, "refusals", func() bool { return w.refusals() > 20 })
			if err := w.expect("/readyz", f.ready); err != nil {
				t.Error(err)
			}
			if f.alone {
				w.wantMended(t, f)
			}
			w.stop(t)
			stop()
			if !f.alone {
				if err := f.mend(s.dir); err != nil {
					t.Fatal(err)
				}
			}
			server, stop = startServer(t, s.dir, s.dir)
			if err := w.wantAll(server); err != nil {
				t.Error(err)
			}
			stop()
			s.checkFile(t)
			t.Logf("%d writes kept, %d refused", w.kept(), w.refusals())
		})
	}
}

// wantMended reads everything while the fault lasts, and wants writes to work
// again when it is over.
func (w *drafter) wantMended(t *testing.T, f fault) {
	t.Helper()
	if err := w.wantAll(w.server); err != nil {
		t.Error(err)
	}
	if err := f.mend(w.dir); err != nil {
		t.Fatal(err)
	}
	before := w.kept()
	w.await(t, "writes that work again", func() bool { return w.kept() > before+20 })
}

// drafter writes drafts from several clients at once.
type drafter struct {
	*soak
	server string
	all    sync.WaitGroup

	mu      sync.Mutex
	over    bool
	status  int // of writes that are refused; 0 before the fault
	titles  []string
	refused int
	failed  error
}

func (w *drafter) start(clients int) {
	for c := range clients {
		w.all.Go(func() {
			for n := 0; w.write(fmt.Sprintf("%d-%d-", c, n)); n++ {
			}
		})
	}
}

// write makes a draft and reports whether to go on. A write that began after
// the fault must not be answered as done where the database is gone.
func (w *drafter) write(prefix string) bool {
	w.mu.Lock()
	status, over := w.status, w.over
	w.mu.Unlock()
	if over {
		return false
	}
	title := prefix + strings.Repeat("x", 2000)
	var made entry
	got, err := w.send(http.MethodPost, w.server+"/api/articles", map[string]any{"title": title}, &made,
		http.StatusOK, http.StatusServiceUnavailable, http.StatusInsufficientStorage)
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case err != nil:
		w.failed = err
	case got == http.StatusOK && status == http.StatusServiceUnavailable:
		w.failed = errors.New("a write that began after the fault was answered as done")
	case got == http.StatusOK:
		w.titles = append(w.titles, title)
	case w.status != 0 && got != w.status:
		w.failed = fmt.Errorf("a write was refused with %d", got)
	default:
		w.refused++
	}
	return w.failed == nil
}

func (w *drafter) struck(status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.status, w.refused = status, 0
}

func (w *drafter) kept() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.titles)
}

func (w *drafter) refusals() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.refused
}

func (w *drafter) await(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !is(); time.Sleep(5 * time.Millisecond) {
		w.mu.Lock()
		failed := w.failed
		w.mu.Unlock()
		if failed != nil || time.Now().After(deadline) {
			w.stop(t)
			t.Fatalf("waiting for %s: %v", what, failed)
		}
	}
}

func (w *drafter) stop(t *testing.T) {
	t.Helper()
	w.mu.Lock()
	w.over = true
	w.mu.Unlock()
	w.all.Wait()
	if w.failed != nil {
		t.Error(w.failed)
	}
}

func (w *drafter) expect(path string, status int) error {
	_, err := w.send(http.MethodGet, w.server+path, nil, nil, status)
	return err
}

// wantAll reads every draft that was answered as written so far.
func (w *drafter) wantAll(server string) error {
	w.mu.Lock()
	titles := append([]string{}, w.titles...)
	w.mu.Unlock()
	for _, title := range titles {
		rows, err := w.rows(server, "drafts?title="+title)
		if err != nil {
			return err
		}
		if rows == "" {
			return fmt.Errorf("%.20s… is lost", title)
		}
	}
	return nil
}
