package seed_test

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/seed"
)

// shelf is a library that holds an asset of the id taken, and whatever is imported.
type shelf struct{ folder fs.FS }

func (s shelf) Import(_ context.Context, m *seed.Media) (created bool, err error) {
	if strings.Contains(m.ID, " ") {
		return false, diag.At(diag.InputValidationFailed, "input#/id", "No id.")
	}
	for i := range m.Files {
		if _, err := m.Open(s.folder, i); err != nil {
			return false, diag.At(diag.InputValidationFailed, fmt.Sprintf("input#/variants/%d/mimeType", i), "No file.")
		}
	}
	return m.ID != "taken", nil
}

// Decision 172: as with entries, what is there stays, and nothing is loaded twice.
func TestLoadingFilesAgain(t *testing.T) {
	const fine = "media: fine\npurpose: picture\nfiles: [media/fine.jpg]\n"
	s := open(t)
	folder := func(text string) fs.FS {
		return fstest.MapFS{"seed/a.yaml": {Data: []byte(text)}, "seed/media/fine.jpg": {Data: []byte("x")}}
	}
	left := []seed.Left{{File: "seed/a.yaml", Line: 5, Of: "media", Key: "id taken"}}
	for i, want := range []seed.Report{{Documents: 2, Loaded: 1, LeftAlone: 1, Left: left}, {Documents: 2, Already: 1, LeftAlone: 1, Left: left}} {
		report, problems := s.load(t, folder(fine+"---\n"+strings.Replace(fine, "fine", "taken", 1)))
		if diff := cmp.Diff(want, report, counts); diff != "" || problems != nil {
			t.Errorf("%d: %s %v", i, diff, problems)
		}
	}
}

func TestASiteWithoutMediaTakesNoFiles(t *testing.T) {
	s := open(t)
	documents, problems := seed.Parse(s.Plan(), []seed.File{{Name: "a.yaml", Data: []byte("media: a\npurpose: b\nfiles: [c.png]\n")}})
	_, refused := seed.Load(t.Context(), s.Service, nil, s.store, documents, nil)
	if problems != nil || len(refused) != 1 || refused[0].Code != diag.MediaNotConfigured || refused[0].Source == nil {
		t.Error(problems, refused)
	}
}
