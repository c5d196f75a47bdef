package archive_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/backup/archive"
)

// A small archive may hold a row that takes much memory. One past what any database
// gives is refused, and no more of it is kept.
func TestARowThatNoDatabaseGivesIsRefused(t *testing.T) {
	var out bytes.Buffer
	w, err := archive.NewWriter(&out)
	if err != nil {
		t.Fatal(err)
	}
	const times = 4
	fits := bytes.Repeat([]byte("a"), archive.MaxRow)
	failed := errors.Join(w.Table("fits"), w.Row(fits), w.Table("long"), w.Row(bytes.Repeat([]byte("a"), times*archive.MaxRow)))
	if _, err := w.Close(&archive.Header{Program: "v1", Database: "sqlite", Version: 1, TakenAt: time.Unix(1, 0)}); errors.Join(failed, err) != nil {
		t.Fatal(failed, err)
	}
	if out.Len() > 2<<20 {
		t.Fatalf("the archive has %d bytes", out.Len())
	}
	r, err := archive.Open(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	longest := 0
	keep := func(line []byte) error { longest = max(longest, len(line)); return nil }
	if err := r.Rows(t.Context(), r.Header.Tables[0], keep); err != nil || longest != archive.MaxRow {
		t.Errorf("%d bytes, %v", longest, err)
	}
	err = r.Rows(t.Context(), r.Header.Tables[1], keep)
	wantFault(t, "a long row", err)
	if err == nil || !strings.Contains(err.Error(), "too long") || longest > archive.MaxRow {
		t.Errorf("%d bytes, %v", longest, err)
	}
}
