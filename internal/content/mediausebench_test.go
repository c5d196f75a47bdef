package content_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
)

// BenchmarkMediaUses is what the durable writes of one caller pay for the uses of
// media: of a Schema that knows none, and of entries that name none, four, or as many
// as they may. Each patch of the last three takes the cover away or brings it back.
func BenchmarkMediaUses(b *testing.B) {
	var most strings.Builder
	for i := range 999 {
		fmt.Fprintf(&most, "media:n%d ", i)
	}
	for _, test := range []struct {
		name, collection string
		data             values
		covers           [2]any
	}{
		{"unknown", "plain", values{"cover": "a"}, [2]any{"a", "b"}},
		{"none", "articles", values{}, [2]any{nil, nil}},
		{"four", "articles", values{"cover": "a", "body": "media:b and media:c", "figures": []any{values{"asset": "d"}}}, [2]any{"a", nil}},
		{"most", "articles", values{"cover": "a", "body": most.String()}, [2]any{"a", nil}},
	} {
		s := open(b, illustrated, content.Options{})
		b.Run(test.name+"/create", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Create(s.ctx, editor, test.collection, test.data); err != nil {
					b.Fatal(err)
				}
			}
		})
		e, err := s.Create(s.ctx, editor, test.collection, test.data)
		s.wants(err, "", "")
		b.Run(test.name+"/patch", func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := s.Patch(s.ctx, editor, test.collection, e.ID, values{"cover": test.covers[i%2]}, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
