package pages

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// BenchmarkPages measures an answer that is kept, and the pages of an entry and a list
// made anew.
func BenchmarkPages(b *testing.B) {
	s := open(b, []string{"en", "zh-TW"}, notes())
	s.publishMany(50, "notes", numbered)
	for _, each := range []struct {
		name, path string
		kept       bool
	}{{"kept", "/en/notes/note-7", true}, {"entry", "/en/notes/note-7", false}, {"list", "/en/notes", false}} {
		b.Run(each.name, func(b *testing.B) {
			r := httptest.NewRequest(http.MethodGet, each.path, nil)
			s.ServeHTTP(&sink{http.Header{}}, r)
			b.ReportAllocs()
			for b.Loop() {
				if !each.kept {
					s.cache.empty()
				}
				s.ServeHTTP(&sink{http.Header{}}, r)
			}
		})
	}
}

// sink is where an answer is written that nobody looks at.
type sink struct{ header http.Header }

func (s *sink) Header() http.Header          { return s.header }
func (*sink) Write(body []byte) (int, error) { return len(body), nil }
func (*sink) WriteHeader(int)                {}
