package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
)

type bench struct {
	rows    int
	rounds  int
	seconds float64

	pagesAlone bool
	mediaAlone bool

	handlersAlone              bool
	postgresAlone, backupAlone bool
	pocketBase                 string // a program; "" for none

	connections int  // kept alive, each with one request at a time
	inTurn      bool // requests are made in turn, not at random

	dir     string // holds databases and the binary
	binary  string
	quartet *server
	floor   *server
}

func (b *bench) run() error {
	dir, err := os.MkdirTemp("", "quartet-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a temporary folder
	b.dir, b.binary = dir, filepath.Join(dir, "quartet")
	if err := b.build(); err != nil {
		return err
	}
	if b.pagesAlone {
		return b.publicPages()
	}
	if b.mediaAlone {
		return b.media()
	}
	if b.handlersAlone {
		return b.handlers()
	}
	if b.backupAlone {
		return b.besideBackup()
	}
	if b.postgresAlone {
		return b.onPostgres()
	}
	if err := b.prepare(); err != nil {
		return err
	}
	defer b.stop()
	if err := b.launch(); err != nil {
		return err
	}
	fmt.Printf("idle: %.1f MiB resident (goal under 28), %.1f of them no pages of files\n", b.quartet.resident(), b.quartet.own())
	if err := b.reads(); err != nil {
		return err
	}
	fmt.Printf("after the list load: %.0f MiB resident\n", b.quartet.resident())
	if err := b.pages(); err != nil {
		return err
	}
	if err := b.writes(); err != nil {
		return err
	}
	if err := b.unsynced(); err != nil {
		return err
	}
	b.stop()
	if err := b.publicPages(); err != nil {
		return err
	}
	if err := b.media(); err != nil {
		return err
	}
	if err := b.hooks(); err != nil {
		return err
	}
	if err := b.handlers(); err != nil {
		return err
	}
	return b.starts()
}

func (b *bench) build() error {
	build := exec.Command("go", "build", "-o", b.binary, "./cmd/quartet")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("run bench from the root of the repository: %w", err)
	}
	return nil
}

func (b *bench) prepare() error {
	fmt.Printf("filling %d rows\n", b.rows)
	if err := fillFloor(b.file("floor.db"), b.rows); err != nil {
		return err
	}
	return fillQuartet(b.file("quartet.db"), b.rows)
}

func (b *bench) file(name string) string { return filepath.Join(b.dir, name) }

func (b *bench) launch() (err error) {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if b.floor, err = launch("/list?locale=en&since=0", self, "floor", b.file("floor.db")); err != nil {
		return err
	}
	b.quartet, err = indexed(func() (*server, error) { return b.serve("bench/site", b.file("quartet.db")) })
	return err
}

func (b *bench) serve(site, file string) (*server, error) { return b.serveOn(site, "sqlite:"+file) }

func (b *bench) serveOn(site, database string) (*server, error) {
	return launch("/api/views", b.binary, "serve", site, "--addr", "127.0.0.1:0", "--database", database)
}

func (b *bench) stop() {
	for _, s := range []**server{&b.quartet, &b.floor} {
		if *s != nil {
			(*s).stop()
			*s = nil
		}
	}
}

func (b *bench) reads() error {
	var floorList, list, shared, floorOne, one []string
	for range 200 {
		i := rand.IntN(b.rows)
		p := makePost(i)
		q := url.Values{"locale": {p.locale}, "since": {strconv.FormatInt(p.publishedAt, 10)}}.Encode()
		floorList, list = append(floorList, get("/list?"+q)), append(list, get("/api/views/latest?"+q))
		shared = append(shared, get("/api/views/latest-shared?"+q))
		q = url.Values{"locale": {p.locale}, "slug": {p.slug}}.Encode()
		floorOne, one = append(floorOne, get("/one?"+q)), append(one, get("/api/views/by-slug?"+q))
	}
	if err := b.compare("public View, 20 rows of 4 fields", 0.70, floorList, list); err != nil {
		return err
	}
	if err := b.compare("public View, 1 row", 0.70, floorOne, one); err != nil {
		return err
	}
	return b.cached(floorList, shared)
}

// cached compares the View of 20 rows out of the response cache with the floor,
// and beside it what is above: net/http with a handler that does nothing, and
// that with what goes around every request (decision 37).
func (b *bench) cached(floor, shared []string) error {
	b = b.short()
	if err := b.compare("the View of 20 rows out of the response cache", 2, floor, shared); err != nil {
		return err
	}
	if err := b.ratio("beside it: a handler that writes as many bytes and does nothing", 0, b.floor, floor, b.floor, []string{get("/memory")}); err != nil {
		return err
	}
	return b.compare("beside it: /healthz, with request id, log, headers and time limits", 0, floor, []string{get("/healthz")})
}

// short measures in more and shorter rounds, for a median that one busy moment
// of the machine does not move.
func (b *bench) short() *bench {
	short := *b
	short.rounds, short.seconds = b.rounds*7, b.seconds/4
	return &short
}

const noteBody = `{"name":"Mei","message":"The second infusion was the best of the three.","rating":5}`

func (b *bench) writes() error {
	return b.compare("builtin create, 16 writers, durable", 0.50,
		[]string{postJSON("/notes", noteBody)}, []string{postJSON("/api/notes", noteBody)})
}

// unsynced compares a create that does not wait for the disk with one that does,
// for many writers and for one.
func (b *bench) unsynced() error {
	subject, err := b.serve("bench/site", b.file("unsynced.db")+"?synchronous=normal")
	if err != nil {
		return err
	}
	defer subject.stop()
	create := []string{postJSON("/api/notes", noteBody)}
	for _, writers := range []int{b.connections, 1} {
		each := *b
		each.connections = writers
		name := fmt.Sprintf("builtin create with synchronous=normal, against full, writers: %d", writers)
		if err := each.ratio(name, 0, b.quartet, create, subject, create); err != nil {
			return err
		}
	}
	return nil
}

// pages compares page 1 with page 1,000 (or the last whole page of a smaller
// table) by cursor.
func (b *bench) pages() error {
	const path = "/api/views/latest?locale=en&since=0"
	cursor, page := "", 1
	for ; page < min(1000, b.rows/2/20-1); page++ {
		next, err := nextCursor("http://" + b.quartet.addr + path + "&cursor=" + url.QueryEscape(cursor))
		if err != nil {
			return err
		}
		cursor = next
	}
	name := fmt.Sprintf("the same View at page %d by cursor, against page 1", page)
	first, deep := []string{get(path)}, []string{get(path + "&cursor=" + url.QueryEscape(cursor))}
	return b.ratio(name, 0.95, b.quartet, first, b.quartet, deep)
}

func nextCursor(address string) (string, error) {
	answer, err := http.Get(address)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return "", err
	}
	var page struct{ Data struct{ NextCursor string } }
	if err := json.Unmarshal(body, &page); err != nil || page.Data.NextCursor == "" {
		return "", fmt.Errorf("no next cursor in %.200s", body)
	}
	return page.Data.NextCursor, nil
}

// starts measures a cold start of an empty site: on no database, and on the
// database that the first start left.
func (b *bench) starts() error {
	site := b.file("empty")
	if err := os.MkdirAll(filepath.Join(site, "manifests"), 0o750); err != nil {
		return err
	}
	manifest, err := os.ReadFile("bench/site/manifests/posts.yaml")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(site, "manifests", "posts.yaml"), manifest, 0o600); err != nil {
		return err
	}
	settings := []byte("site: { locales: [en, zh-TW] }\n")
	if err := os.WriteFile(filepath.Join(site, "quartet.yaml"), settings, 0o600); err != nil {
		return err
	}
	var fresh, warm []float64
	for i := range 10 {
		database := b.file(fmt.Sprintf("start-%d.db", i))
		for _, times := range []*[]float64{&fresh, &warm} {
			s, err := b.serve(site, database)
			if err != nil {
				return err
			}
			*times = append(*times, float64(s.start.Microseconds())/1000)
			s.stop()
		}
	}
	slices.Sort(fresh)
	slices.Sort(warm)
	fmt.Printf("start to first 200 on an empty site (goal under 60 ms)\n  no database yet %.0f ms, existing database %.0f ms\n", fresh[5], warm[5])
	return nil
}
