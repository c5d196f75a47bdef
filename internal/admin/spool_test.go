package admin

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
)

func opened(t *testing.T, room int, most int64) *spool {
	t.Helper()
	s, err := newSpools().open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.left, s.limit = room, most
	return s
}

func TestFewSpoolsAreThereAtATime(t *testing.T) {
	places := newSpools()
	var all []*spool
	for range cap(places) {
		s, err := places.open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := places.open(gone); !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Errorf("got %v", err)
	}
	all[0].close()
	if _, err := places.open(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestASpoolGivesBackWhatWasWritten(t *testing.T) {
	for _, pieces := range []int{0, 1, 5, 6, 50} {
		t.Run(fmt.Sprintf("%d pieces", pieces), func(t *testing.T) {
			t.Setenv("TMPDIR", t.TempDir())
			s := opened(t, 10, 100)
			var want, got bytes.Buffer
			for i := range pieces {
				piece := fmt.Appendf(nil, "%02d", i)
				want.Write(piece)
				if _, err := s.Write(piece); err != nil {
					t.Fatal(err)
				}
			}
			if inFile := s.file != nil; inFile != (pieces > 5) {
				t.Errorf("in a file: %v", inFile)
			}
			if err := s.copyTo(&got); err != nil || got.String() != want.String() {
				t.Errorf("got %q, %v; want %q", got.String(), err, want.String())
			}
			s.close()
			left, err := os.ReadDir(os.Getenv("TMPDIR"))
			if err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

func TestASpoolIsBounded(t *testing.T) {
	s := opened(t, 10, 20)
	defer s.close()
	if _, err := s.Write(make([]byte, 20)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Write(make([]byte, 1)); !diag.HasCode(err, diag.ResourceExhausted) {
		t.Errorf("got %v", err)
	}
}

func TestASpoolWithoutAFolderIsUnavailable(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/nowhere")
	s := opened(t, 1, 20)
	defer s.close()
	if _, err := s.Write(make([]byte, 2)); !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Errorf("got %v", err)
	}
}
