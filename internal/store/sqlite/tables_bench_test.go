package sqlite

import (
	"path/filepath"
	"testing"

	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// BenchmarkTables is what each transaction of the writer pays to know that the
// tables are still its own.
func BenchmarkTables(b *testing.B) {
	p := plantest.Seal(b, `{ apiVersion: quartet/v1, kind: Schema, metadata: { name: notes }, spec: { title: Notes, schema: { type: object } } }`)
	s, err := Open(b.Context(), Options{Path: filepath.Join(b.TempDir(), "site.db"), Plan: p})
	if err != nil {
		b.Fatal(err)
	}
	err = s.writer.do(b.Context(), func(c *conn) error {
		b.ReportAllocs()
		for b.Loop() {
			if err := s.writer.tables.check(c); err != nil {
				return err
			}
		}
		return nil
	})
	if err := s.Close(); err != nil {
		b.Error(err)
	}
	if err != nil {
		b.Fatal(err)
	}
}
