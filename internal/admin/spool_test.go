package admin

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
)

func TestASpoolGivesBackWhatWasWritten(t *testing.T) {
	for _, pieces := range []int{0, 1, 5, 6, 50} {
		t.Run(fmt.Sprintf("%d pieces", pieces), func(t *testing.T) {
			t.Setenv("TMPDIR", t.TempDir())
			s := &spool{room: 10, most: 100}
			defer s.close()
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
	s := &spool{room: 10, most: 20}
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
	s := &spool{room: 1, most: 20}
	if _, err := s.Write(make([]byte, 2)); !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Errorf("got %v", err)
	}
}
