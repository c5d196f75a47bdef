package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/ncruces/go-sqlite3"
)

// The floor: what a careful engineer would write by hand for this one site. It
// knows its two queries and its one table, checks nothing, and answers bytes.

// collectPercent is what the program sets too, so that neither side gains by it.
const collectPercent = 400

const (
	readers   = 4
	cacheKiB  = 8 * 1024
	listQuery = `SELECT id, slug, title, publishedAt FROM posts WHERE locale = ? AND status = 'published' AND publishedAt >= ? ORDER BY publishedAt DESC LIMIT 20`
	oneQuery  = `SELECT id, slug, title, publishedAt FROM posts WHERE slug = ? AND locale = ? AND status = 'published' LIMIT 1`
	insert    = `INSERT INTO notes (id, status, version, createdAt, updatedAt, data, name, message, rating) VALUES (?, 'published', 1, ?, ?, ?, ?, ?, ?)`
	tables    = `
CREATE TABLE posts (id TEXT PRIMARY KEY NOT NULL, status TEXT NOT NULL, version INTEGER NOT NULL, createdAt INTEGER, updatedAt INTEGER,
  authorId TEXT, data TEXT NOT NULL, slug TEXT, locale TEXT, title TEXT, body TEXT, publishedAt INTEGER);
CREATE UNIQUE INDEX posts_slug ON posts (slug, locale);
CREATE INDEX posts_latest ON posts (locale, publishedAt);
CREATE TABLE notes (id TEXT PRIMARY KEY NOT NULL, status TEXT NOT NULL, version INTEGER NOT NULL, createdAt INTEGER, updatedAt INTEGER,
  authorId TEXT, data TEXT NOT NULL, name TEXT, message TEXT, rating INTEGER);
CREATE INDEX notes_name ON notes (name);`
)

type reader struct{ list, one *sqlite3.Stmt }

type floor struct {
	readers chan reader
	jobs    chan job
	buffers sync.Pool
}

type note struct {
	Name    string `json:"name"`
	Message string `json:"message"`
	Rating  int64  `json:"rating"`
}

type job struct {
	id   string
	now  int64
	data []byte
	note note
	done chan error
}

func openFloor(file string) (*sqlite3.Conn, error) {
	c, err := sqlite3.Open("file:" + file)
	if err != nil {
		return nil, err
	}
	// Without it the driver compiles a statement anew for each bound range.
	if _, err := c.Config(sqlite3.DBCONFIG_ENABLE_QPSG, true); err != nil {
		return nil, err
	}
	return c, c.Exec(fmt.Sprintf(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
		PRAGMA wal_autocheckpoint = 10000; PRAGMA busy_timeout = 5000; PRAGMA cache_size = -%d`, cacheKiB))
}

// fillFloor makes the floor's tables and rows.
func fillFloor(file string, rows int) error {
	c, err := openFloor(file)
	if err != nil {
		return err
	}
	defer c.Close() //nolint:errcheck // a broken file fails the run that follows
	if err := c.Exec(tables + `; BEGIN`); err != nil {
		return err
	}
	s, _, err := c.Prepare(`INSERT INTO posts VALUES (?, 'published', 2, ?, ?, NULL, ?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	for i := range rows {
		p := makePost(i)
		data, err := json.Marshal(map[string]any{"slug": p.slug, "locale": p.locale, "title": p.title, "body": p.body, "publishedAt": p.publishedAt})
		if err != nil {
			return err
		}
		if err := bind(s, p.id, p.publishedAt, p.publishedAt, string(data), p.slug, p.locale, p.title, p.body, p.publishedAt); err != nil {
			return err
		}
		if err := s.Exec(); err != nil {
			return err
		}
	}
	if err := s.Close(); err != nil {
		return err
	}
	return c.Exec(`COMMIT; PRAGMA wal_checkpoint(TRUNCATE)`)
}

func bind(s *sqlite3.Stmt, values ...any) error {
	for i, v := range values {
		var err error
		switch v := v.(type) {
		case string:
			err = s.BindText(i+1, v)
		case int64:
			err = s.BindInt64(i+1, v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// runFloor serves the floor over file until the process is told to stop.
func runFloor(file string) error {
	debug.SetGCPercent(collectPercent)
	f := &floor{readers: make(chan reader, readers), jobs: make(chan job, 1024)}
	f.buffers.New = func() any { b := make([]byte, 0, 8192); return &b }
	for range readers {
		c, err := openFloor(file)
		if err != nil {
			return err
		}
		var r reader
		if r.list, _, err = c.Prepare(listQuery); err != nil {
			return err
		}
		if r.one, _, err = c.Prepare(oneQuery); err != nil {
			return err
		}
		f.readers <- r
	}
	writer, err := openFloor(file)
	if err != nil {
		return err
	}
	go f.write(writer)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /list", f.list)
	mux.HandleFunc("GET /one", f.one)
	mux.HandleFunc("GET /memory", f.memory)
	mux.HandleFunc("POST /notes", f.create)
	return serveFloor(mux)
}

// serveFloor serves on a port of its own, which it names as the program does.
func serveFloor(handler http.Handler) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "listening on", listener.Addr())
	return (&http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second}).Serve(listener)
}

func (f *floor) list(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	since, err := strconv.ParseInt(q.Get("since"), 10, 64)
	if err != nil {
		http.Error(w, "bad since", http.StatusBadRequest)
		return
	}
	f.answer(w, func(r reader) *sqlite3.Stmt { return r.list }, q.Get("locale"), since)
}

func (f *floor) one(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	f.answer(w, func(r reader) *sqlite3.Stmt { return r.one }, q.Get("slug"), q.Get("locale"))
}

// memory answers as many bytes as list does and asks no database: what net/http
// itself lets through.
func (f *floor) memory(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(fixed)))
	_, _ = w.Write(fixed)
}

var fixed = make([]byte, 3000)

func (f *floor) answer(w http.ResponseWriter, pick func(reader) *sqlite3.Stmt, values ...any) {
	buffer := f.buffers.Get().(*[]byte)
	body := append((*buffer)[:0], `{"ok":true,"data":{"rows":[`...)
	connection := <-f.readers
	s := pick(connection)
	err := bind(s, values...)
	n := 0
	for err == nil && s.Step() {
		if n > 0 {
			body = append(body, ',')
		}
		n++
		body = appendText(append(body, `{"id":`...), s.ColumnRawText(0))
		body = appendText(append(body, `,"slug":`...), s.ColumnRawText(1))
		body = appendText(append(body, `,"title":`...), s.ColumnRawText(2))
		body = strconv.AppendInt(append(body, `,"publishedAt":`...), s.ColumnInt64(3), 10)
		body = append(body, '}')
	}
	if err == nil {
		err = s.Reset()
	}
	f.readers <- connection
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	body = append(body, `],"page":1}}`...)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body)
	*buffer = body
	f.buffers.Put(buffer)
}

func appendText(dst, s []byte) []byte {
	for _, c := range s {
		if c < 0x20 || c == '"' || c == '\\' {
			quoted, _ := json.Marshal(string(s)) // never fails for a string
			return append(dst, quoted...)
		}
	}
	return append(append(append(dst, '"'), s...), '"')
}

func (f *floor) create(w http.ResponseWriter, r *http.Request) {
	j := job{done: make(chan error, 1), id: uuid.Must(uuid.NewV7()).String(), now: time.Now().UnixMilli()}
	if err := json.NewDecoder(r.Body).Decode(&j.note); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	j.data, _ = json.Marshal(j.note) // never fails for strings and an integer
	f.jobs <- j
	if err := <-j.done; err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	body := fmt.Appendf(nil, `{"ok":true,"data":{"id":%q,"collection":"notes","status":"published","version":1,"data":%s,"authorId":null,"createdAt":%d,"updatedAt":%d}}`,
		j.id, j.data, j.now, j.now)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body)
}

// write groups the inserts that wait into one durable transaction.
func (f *floor) write(c *sqlite3.Conn) {
	s, _, err := c.Prepare(insert)
	for first := range f.jobs {
		group := []job{first}
		for len(group) < 256 && len(f.jobs) > 0 {
			group = append(group, <-f.jobs)
		}
		if err == nil {
			err = f.commit(c, s, group)
		}
		for _, j := range group {
			j.done <- err
		}
	}
}

func (f *floor) commit(c *sqlite3.Conn, s *sqlite3.Stmt, group []job) error {
	if err := c.Exec(`BEGIN IMMEDIATE`); err != nil {
		return err
	}
	for _, j := range group {
		if err := bind(s, j.id, j.now, j.now, string(j.data), j.note.Name, j.note.Message, j.note.Rating); err != nil {
			return err
		}
		if err := s.Exec(); err != nil {
			return err
		}
	}
	return c.Exec(`COMMIT`)
}
