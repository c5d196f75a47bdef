package main

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"syscall"
	"testing"
	"time"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

// articlesOfBenchmark are more than the program keeps pages of.
const articlesOfBenchmark = 100_000

// BenchmarkPagesBesideFloor has the program and the floor make pages by turns in one
// process, without a network: entries that no page is kept of, and page after page of a
// list. "ratio" is the processor time of the floor in that of the program.
//
//	go test ./bench -run '^$' -bench Floor -cpu 1
//
// The databases are kept in the folder that BENCH_DIR names, if there is one.
func BenchmarkPagesBesideFloor(b *testing.B) {
	dir := os.Getenv("BENCH_DIR")
	if dir == "" {
		dir = b.TempDir()
	}
	defer debug.SetGCPercent(debug.SetGCPercent(collectPercent))
	subject, floor := openBeside(b, dir)
	entries := articlePaths(articlesOfBenchmark)
	for _, each := range []struct {
		name        string
		ours, floor []string
	}{
		{"entry", entries, entries},
		{"list", listed(subject, nextInLink), listed(floor, nextInHTML)},
	} {
		beside(b, each.name, side{subject, each.ours}, side{floor, each.floor})
	}
}

// side is a handler with paths that it is asked for in turn.
type side struct {
	http.Handler
	paths []string
}

func beside(b *testing.B, name string, sides ...side) {
	b.Run(name, func(b *testing.B) {
		var spent [2]time.Duration
		var allocated, bytes [2]uint64
		next := 0
		for b.Loop() {
			for i, each := range sides {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				start := spentBySelf()
				for j := range chunk {
					each.get(b, each.paths[(next+j)%len(each.paths)])
				}
				spent[i] += spentBySelf() - start
				runtime.ReadMemStats(&after)
				allocated[i] += after.Mallocs - before.Mallocs
				bytes[i] += after.TotalAlloc - before.TotalAlloc
			}
			next += chunk
		}
		b.ReportMetric(float64(spent[1])/float64(spent[0]), "ratio")
		for i, who := range []string{"ours", "floor"} {
			n := float64(b.N) * chunk
			b.ReportMetric(float64(spent[i].Microseconds())/n, who+"-us")
			b.ReportMetric(float64(allocated[i])/n, who+"-allocs")
			b.ReportMetric(float64(bytes[i])/n, who+"-B")
		}
	})
}

// chunk is how many pages one side makes before the other's turn.
const chunk = 100

func (s side) get(b *testing.B, path string) {
	w := &discard{header: http.Header{}}
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	if w.status > http.StatusOK || w.bytes < 1000 {
		b.Fatal(path, w.status, w.bytes)
	}
}

type discard struct {
	header        http.Header
	status, bytes int
}

func (d *discard) Header() http.Header              { return d.header }
func (d *discard) WriteHeader(status int)           { d.status = status }
func (d *discard) Write(text []byte) (int, error)   { d.bytes += len(text); return len(text), nil }
func (d *discard) SetReadDeadline(time.Time) error  { return nil }
func (d *discard) SetWriteDeadline(time.Time) error { return nil }

func spentBySelf() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func openBeside(b *testing.B, dir string) (subject http.Handler, floor http.Handler) {
	ours, theirs := filepath.Join(dir, "pages.db"), filepath.Join(dir, "pagefloor.db")
	if _, err := os.Stat(ours); err != nil {
		err := fill(ours, "pages/manifests", articlesOfBenchmark, func(p *plan.Plan, i int) *content.Write {
			return publishedArticle(p.Schema("articles"), makeArticle(i))
		})
		if err == nil {
			err = fillArticles(theirs, articlesOfBenchmark)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	service, err := quartet.Open(b.Context(), quartet.Options{
		Dir: "pages", Database: "sqlite:" + ours, Logger: slog.New(slog.NewJSONHandler(io.Discard, nil)),
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = service.Close() })
	f, err := newPageFloor(theirs)
	if err != nil {
		b.Fatal(err)
	}
	return service, f.routes()
}

// listed are the pages of the lists of both locales, behind the first ones.
func listed(h http.Handler, next func(*httptest.ResponseRecorder) string) (paths []string) {
	for _, each := range floorLocales {
		for path := "/" + each.Locale + "/articles"; path != ""; {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
			if path = next(w); path != "" {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

func nextInLink(w *httptest.ResponseRecorder) string {
	for _, each := range w.Header().Values("Link") {
		if found := nextLink.FindStringSubmatch(each); found != nil {
			return found[1]
		}
	}
	return ""
}

func nextInHTML(w *httptest.ResponseRecorder) string {
	if found := nextAnchor.FindStringSubmatch(w.Body.String()); found != nil {
		return found[1]
	}
	return ""
}
