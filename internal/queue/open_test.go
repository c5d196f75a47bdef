package queue_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"
	"go.uber.org/goleak"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	if folder := os.Getenv(childFolder); folder != "" {
		runChild(folder)
	}
	goleak.VerifyTestMain(m)
}

// jobs is a collection whose writes fire three hooks, in the order a, b, c.
var jobs = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: jobs }
spec:
  title: Jobs
  lifecycle: operational
  schema: { type: object, properties: { name: { type: string } } }
` + hook("c") + hook("a") + hook("b")

func hook(name string) string {
	return strings.ReplaceAll(`
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: run-X }
spec: { input: { type: object }, output: {}, handler: { kind: ref, ref: X } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: X }
spec: { source: { kind: lifecycle, schema: jobs, on: [after_create] }, target: { procedure: run-X } }
`, "X", name)
}

// seal is a plan outside of a test: a child process has none.
func seal(manifests string) *plan.Plan {
	set, problems := manifest.Parse([]manifest.File{{Name: "jobs.yaml", Data: []byte(manifests)}})
	must(problems.Err())
	p, problems := plan.Seal(set)
	must(problems.Err())
	return p
}

func must(err error) {
	if err != nil {
		panic(errors.Join(err, errors.Unwrap(err)))
	}
}

// site is a store with its service, whose three handlers are one function.
type site struct {
	*content.Service
	store *sqlite.Store
	path  string
	queue *queue.Queue
}

type handle func(ctx context.Context, call *content.Call, input map[string]any) error

func (h handle) handler() content.Handler {
	return func(ctx context.Context, call *content.Call, input map[string]any) (any, error) {
		return nil, h(ctx, call, input)
	}
}

// serve opens a file and delivers from it until close. between, if any, puts
// something between queue and store.
func serve(path, manifests string, opts queue.Options, h handle, between func(queue.Store) queue.Store) *site {
	p := seal(manifests)
	store, err := sqlite.Open(context.Background(), sqlite.Options{Path: path, Plan: p})
	must(err)
	s := &site{store: store, path: path}
	s.Service, err = content.New(context.Background(), p, store, content.Options{
		Handlers: map[string]content.Handler{"a": h.handler(), "b": h.handler(), "c": h.handler()},
		Deferred: func() { s.queue.Wake() },
	})
	must(err)
	var outbox queue.Store = store.Outbox()
	if between != nil {
		outbox = between(outbox)
	}
	s.queue = queue.New(outbox, s.Deliver, opts)
	s.queue.Start()
	return s
}

func (s *site) close() {
	s.queue.Stop()
	must(s.store.Close())
}

func (s *site) add(name string) string {
	e, err := s.Create(context.Background(), content.Caller{}, "jobs", map[string]any{"name": name})
	must(err)
	return e.ID
}

// start serves a new file for a test.
func start(t *testing.T, opts queue.Options, h handle) *site {
	t.Helper()
	s := serve(filepath.Join(t.TempDir(), "site.db"), jobs, opts, h, nil)
	t.Cleanup(s.close)
	return s
}

func (s *site) list(t *testing.T, state queue.State) []queue.Item {
	t.Helper()
	items, err := s.store.Outbox().List(t.Context(), queue.Query{State: state, Limit: 500})
	if err != nil {
		t.Fatal(err)
	}
	return items
}

// stall is how long nothing may happen that must: several leases.
const stall = 30 * time.Second

// await waits for what must become true.
func await(t *testing.T, what string, happened func() bool) {
	t.Helper()
	awaitMoving(t, what, func() int { return 0 }, happened)
}

// awaitMoving waits as long as what is left changes: work takes its time on a
// machine that does other things, but it does not stop (decision 39).
func awaitMoving(t *testing.T, what string, left func() int, happened func() bool) {
	t.Helper()
	before, deadline := left(), time.Now().Add(stall)
	for ; !happened(); time.Sleep(5 * time.Millisecond) {
		if now := left(); now != before {
			before, deadline = now, time.Now().Add(stall)
		}
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain: %s; %d left", what, before)
		}
	}
}

func (s *site) drained(t *testing.T) {
	t.Helper()
	db, err := sqlite3.Open("file:" + s.path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	count, _, err := db.Prepare(`SELECT count(*) FROM _quartet_outbox WHERE dead IS NULL`)
	if err != nil {
		t.Fatal(err)
	}
	defer count.Close()
	left := func() int {
		defer func() { _ = count.Reset() }()
		if !count.Step() {
			t.Fatal(count.Err())
		}
		return count.ColumnInt(0)
	}
	awaitMoving(t, "no event is left", left, func() bool { return left() == 0 })
}

// hurry makes what waits for another try due now.
func (s *site) hurry(t *testing.T) {
	t.Helper()
	s.exec(t, `UPDATE _quartet_outbox SET due = 0 WHERE claim IS NULL AND dead IS NULL`)
}

// steal gives what is claimed to a worker that does not exist.
func (s *site) steal(t *testing.T) {
	t.Helper()
	s.exec(t, `UPDATE _quartet_outbox SET claim = 'another', due = due + 3600000`)
}

func (s *site) exec(t *testing.T, statement string) {
	t.Helper()
	db, err := sqlite3.Open("file:" + s.path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Exec(`PRAGMA busy_timeout = 5000; ` + statement); err != nil {
		t.Fatal(err)
	}
}

// record collects what handlers saw, line by line.
type record struct {
	mu    sync.Mutex
	lines []string
}

func (r *record) add(format string, arguments ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, fmt.Sprintf(format, arguments...))
}

func (r *record) all() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.lines)
}
