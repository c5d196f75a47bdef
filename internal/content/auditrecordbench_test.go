package content_test

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/content"
)

const articlesSite = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: articles }
spec:
  title: Articles
  schema: { type: object, properties: { title: { type: string }, body: { type: string }, views: { type: integer } } }
`

// BenchmarkAuditRecords is what changes of articles of 3.5 KB cost, by 16 writers,
// and what the audit log keeps of each once it was swept:
//
//	go test ./internal/content -run '^$' -bench Journal -benchtime 60000x
//
// The sweep works beside them, as in a service.
func BenchmarkAuditRecords(b *testing.B) {
	words := strings.Fields(strings.Repeat("water leaf cup kettle steam harvest mountain spring garden oolong ", 60))
	for name, change := range map[string]func(r *rand.Rand, body []string) values{
		"a word of the text": func(r *rand.Rand, body []string) values {
			body[r.IntN(len(body))] = strconv.Itoa(r.IntN(1e6))
			return values{"body": strings.Join(body, " ")}
		},
		"another text": func(r *rand.Rand, body []string) values {
			for i := range body {
				body[i] = strconv.FormatInt(r.Int64N(1e6), 36)
			}
			return values{"body": strings.Join(body, " ")}
		},
		"a counter": func(r *rand.Rand, _ []string) values { return values{"views": r.IntN(1e6)} },
		"new":       nil,
	} {
		b.Run(name, func(b *testing.B) { benchmarkAuditRecords(b, words, change) })
	}
}

const articleWriters = 16

func benchmarkAuditRecords(b *testing.B, words []string, change func(*rand.Rand, []string) values) {
	s := open(b, articlesSite, content.Options{})
	var ids [articleWriters][]string
	for w := range ids {
		for range 64 {
			e, err := s.Create(s.ctx, editor, "articles", values{"title": "An article", "body": strings.Join(words, " ")})
			if err != nil {
				b.Fatal(err)
			}
			ids[w] = append(ids[w], e.ID)
		}
	}
	var left atomic.Int64
	left.Store(int64(b.N))
	var all sync.WaitGroup
	b.ResetTimer()
	for w := range articleWriters {
		all.Go(func() {
			r, bodies := rand.New(rand.NewPCG(uint64(w), 0)), map[string][]string{}
			for left.Add(-1) >= 0 {
				var err error
				if change == nil {
					_, err = s.Create(s.ctx, editor, "articles", values{"title": "An article", "body": strings.Join(words, " ")})
				} else {
					id := ids[w][r.IntN(len(ids[w]))]
					if bodies[id] == nil {
						bodies[id] = append([]string{}, words...)
					}
					_, err = s.Patch(s.ctx, editor, "articles", id, change(r, bodies[id]), 0)
				}
				if err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	b.StopTimer()
	peak, err := os.Stat(s.path)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(peak.Size())/(1<<20), "MB-file")
	if sweeper, is := any(s.store).(interface {
		Sweep(ctx context.Context) error
	}); is {
		if err := sweeper.Sweep(s.ctx); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(auditBytes(b, s.path))/float64(b.N), "B/change")
}

// auditBytes are the bytes of the pages that the audit log takes: those that
// are free once it is empty.
func auditBytes(b *testing.B, path string) int64 {
	b.Helper()
	db, err := sqlite3.Open("file:" + path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	used := func() int64 {
		q, _, err := db.Prepare(`SELECT (c.page_count - f.freelist_count) * 4096 FROM pragma_page_count c, pragma_freelist_count f`)
		if err != nil {
			b.Fatal(err)
		}
		defer q.Close()
		q.Step()
		return q.ColumnInt64(0)
	}
	all := used()
	for _, table := range []string{"_quartet_audit", "_quartet_undo", "_quartet_versions"} {
		if err := db.Exec("DELETE FROM " + table); err != nil && !strings.Contains(err.Error(), "no such table") {
			b.Fatal(err)
		}
	}
	return all - used()
}
