package admin_test

import (
	"net/http"
	"strings"
	"testing"
)

// BenchmarkExport is a CSV of all rows over HTTP, in rows a second: of a
// declarative View and of a sql View, which has no key to go on from.
//
//	go test ./internal/admin -run '^$' -bench Export -benchtime 1x
func BenchmarkExport(b *testing.B) {
	s := open(b, tea+`---
apiVersion: quartet/v1
kind: View
metadata: { name: all-posts }
spec: { from: posts, surface: staff, fields: [slug, title, stars], orderBy: [{ field: stars }] }
---
apiVersion: quartet/v1
kind: View
metadata: { name: every-post }
spec: { surface: staff, sql: "SELECT slug, title, stars FROM posts ORDER BY title, slug" }
`)
	fill(b, s, *rows)
	for _, view := range []string{"all-posts", "every-post"} {
		b.Run(view, func(b *testing.B) {
			for b.Loop() {
				got := s.do("GET", "/admin/api/views/"+view+"/export", "owner ada", "")
				if n := strings.Count(got.body, "\r\n"); got.status != http.StatusOK || n != *rows+1 {
					b.Fatal(got.status, n)
				}
			}
			b.ReportMetric(float64(*rows*b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}
