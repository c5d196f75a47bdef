package copies_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/backup/archive"
	"github.com/quartet-dev/quartet/internal/backup/copies"
	"github.com/quartet-dev/quartet/internal/media/storage/s3test"
)

// sealed is a small archive with its digest.
func sealed(t *testing.T) (file []byte, digest string) {
	t.Helper()
	var out bytes.Buffer
	w, err := archive.NewWriter(&out)
	if err != nil {
		t.Fatal(err)
	}
	s, err := w.Close(&archive.Header{TakenAt: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), s.Digest
}

func keep(t *testing.T, p copies.Place, name string) error {
	t.Helper()
	file, digest := sealed(t)
	draft, err := p.Draft()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := draft.Close(); err != nil {
			t.Error(err)
		}
	}()
	if info, err := draft.Stat(); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("a draft that others read: %v, %v", info.Mode(), err)
	}
	if _, err := draft.Write(file); err != nil {
		t.Fatal(err)
	}
	return p.Keep(t.Context(), draft, name, digest)
}

// places are one of each kind, empty.
func places(t *testing.T, each func(t *testing.T, p copies.Place)) {
	open := func(t *testing.T, where string, environment map[string]string) copies.Place {
		t.Helper()
		at, err := copies.Parse(where)
		if err != nil {
			t.Fatal(err)
		}
		p, err := at.Open(t.TempDir(), func(name string) (string, bool) { v, ok := environment[name]; return v, ok })
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	t.Run("folder", func(t *testing.T) { each(t, open(t, "kept/copies", nil)) })
	t.Run("bucket", func(t *testing.T) {
		server := s3test.Start(t)
		each(t, open(t, "s3://"+server.Bucket(t)+"/kept/copies?region="+s3test.Region+"&endpoint="+server.Endpoint,
			map[string]string{"AWS_ACCESS_KEY_ID": s3test.AccessKeyID, "AWS_SECRET_ACCESS_KEY": s3test.SecretAccessKey}))
	})
}

func TestPlaces(t *testing.T) {
	places(t, func(t *testing.T, p copies.Place) {
		if all, err := p.List(t.Context()); len(all) > 0 || err != nil {
			t.Fatalf("%v, %v", all, err)
		}
		first, second := copies.Name(time.Unix(1e9, 0)), copies.Name(time.Unix(2e9, 0))
		if err := errors.Join(keep(t, p, first), keep(t, p, second), keep(t, p, "mine.zip")); err != nil {
			t.Fatal(err)
		}
		if err := keep(t, p, first); !errors.Is(err, copies.ErrExists) {
			t.Errorf("a second copy of a name: %v", err)
		}
		all, err := p.List(t.Context())
		if err != nil || len(all) != 2 || all[0].Name != second || !all[1].At.Equal(time.Unix(1e9, 0)) {
			t.Fatalf("%v, %v", all, err)
		}
		body, size, err := p.Open(t.Context(), first)
		if err != nil || size != all[1].Size {
			t.Fatal(size, err)
		}
		if text, err := io.ReadAll(body); int64(len(text)) != size || errors.Join(err, body.Close()) != nil {
			t.Errorf("%d of %d bytes, %v", len(text), size, err)
		}
		for _, name := range []string{"../" + first, "..", "", "copies/" + first, "backup-20010909T014640.001Z.zip"} {
			if _, _, err := p.Open(t.Context(), name); !errors.Is(err, copies.ErrNotFound) {
				t.Errorf("%q: %v", name, err)
			}
		}
		if err := errors.Join(p.Delete(t.Context(), first), p.Delete(t.Context(), first)); err != nil {
			t.Error(err)
		}
		if err := p.Delete(t.Context(), "mine.zip"); err == nil {
			t.Error("a file that no schedule has made was removed")
		}
		if all, err := p.List(t.Context()); len(all) != 1 || err != nil {
			t.Errorf("%v, %v", all, err)
		}
	})
}

// What is in the folder is for its owner alone, and what a crash left goes.
func TestAFolderIsPrivateAndClean(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "copies")
	p := copies.Folder(folder)
	if err := keep(t, p, copies.Name(time.Now())); err != nil {
		t.Fatal(err)
	}
	stray, fresh := filepath.Join(folder, ".backup-1.part"), filepath.Join(folder, ".backup-2.part")
	old := time.Now().Add(-25 * time.Hour)
	if err := errors.Join(os.WriteFile(stray, nil, 0o600), os.WriteFile(fresh, nil, 0o600), os.Chtimes(stray, old, old)); err != nil {
		t.Fatal(err)
	}
	if err := keep(t, p, copies.Name(time.Now().Add(time.Second))); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 3 {
		t.Errorf("%v, %v", entries, err)
	}
	for _, e := range entries {
		if info, err := e.Info(); err != nil || info.Mode().Perm() != 0o600 || e.Name() == ".backup-1.part" {
			t.Errorf("%s is there, %v, %v", e.Name(), info.Mode(), err)
		}
	}
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder is %v, %v", info.Mode(), err)
	}
}

// What the server gives back is another thing than it was given: the copy is none.
func TestACopyThatComesBackOtherwiseIsNone(t *testing.T) {
	server := s3test.Start(t)
	at, err := copies.Parse("s3://" + server.Bucket(t) + "?region=" + s3test.Region + "&endpoint=" + server.Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]string{"AWS_ACCESS_KEY_ID": s3test.AccessKeyID, "AWS_SECRET_ACCESS_KEY": s3test.SecretAccessKey}
	p, err := at.Open("", func(name string) (string, bool) { v, ok := keys[name]; return v, ok })
	if err != nil {
		t.Fatal(err)
	}
	file, _ := sealed(t)
	draft, err := p.Draft()
	if err != nil {
		t.Fatal(err)
	}
	defer draft.Close()
	if _, err := draft.Write(file); err != nil {
		t.Fatal(err)
	}
	name := copies.Name(time.Now())
	if err := p.Keep(t.Context(), draft, name, strings.Repeat("0", 64)); err == nil {
		t.Error("it was taken")
	}
	if all, err := p.List(t.Context()); len(all) > 0 || err != nil {
		t.Errorf("%v stay, %v", all, err)
	}
}

func TestLocations(t *testing.T) {
	for text, want := range map[string][3]string{ // place, name, folder
		"copies":                          {"copies", "", "copies"},
		"/var/copies/":                    {"/var/copies", "", "/var/copies"},
		"file:copies":                     {"copies", "", "copies"},
		"file:///var/copies":              {"/var/copies", "", "/var/copies"},
		"copies/tea.zip":                  {"copies", "tea.zip", "copies"},
		"tea.zip":                         {".", "tea.zip", "."},
		"/tea.zip":                        {"/", "tea.zip", "/"},
		"s3://copies?region=eu-1":         {"s3://copies", "", ""},
		"s3://copies/a/b/?region=eu-1":    {"s3://copies/a/b", "", ""},
		"s3://copies/a/b.zip?region=eu-1": {"s3://copies/a", "b.zip", ""},
		"s3://copies/b.zip?region=eu-1":   {"s3://copies", "b.zip", ""},
	} {
		at, err := copies.Parse(text)
		if got := [3]string{at.Where(), at.Name, at.Folder()}; got != want || err != nil {
			t.Errorf("%s is %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "file:", "https://copies", "ftp://x", "s3://copies", "s3://copies/../x?region=eu-1", "s3://copies/%2e%2e/x?region=eu-1", "s3://copies/.hidden?region=eu-1", "s3://a:b@copies?region=eu-1"} {
		if at, err := copies.Parse(text); err == nil {
			t.Errorf("%s is %+v", text, at)
		}
	}
}

func at(text string) copies.Copy {
	moment, err := time.Parse("2006-01-02 15:04", text)
	if err != nil {
		panic(err)
	}
	return copies.Copy{Name: copies.Name(moment), At: moment}
}

// A copy stays that any rule keeps, and the newest one always does.
func TestWhichCopiesStay(t *testing.T) {
	all := []copies.Copy{
		at("2026-03-02 23:50"), at("2026-03-02 12:00"), at("2026-03-02 00:10"), // Monday
		at("2026-03-01 12:00"), at("2026-02-28 23:00"), at("2026-02-28 01:00"),
		at("2026-02-20 12:00"), at("2026-01-31 12:00"), at("2025-12-31 12:00"), at("2025-12-30 12:00"),
	}
	for name, test := range map[string]struct {
		keep copies.Keep
		stay []int
	}{
		"nothing": {copies.Keep{}, []int{0}},
		"last":    {copies.Keep{Last: 3}, []int{0, 1, 2}},
		"daily":   {copies.Keep{Daily: 3}, []int{0, 3, 4}},
		"weekly":  {copies.Keep{Weekly: 3}, []int{0, 3, 6}},
		"monthly": {copies.Keep{Monthly: 12}, []int{0, 4, 7, 8}},
		"all":     {copies.Keep{Last: 2, Daily: 2, Weekly: 4, Monthly: 3}, []int{0, 1, 3, 4, 6, 7}},
		"more":    {copies.Keep{Last: 100}, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
	} {
		shuffled := slices.Clone(all)
		slices.Reverse(shuffled)
		gone := test.keep.Superfluous(shuffled)
		for i, c := range all {
			stays := !slices.ContainsFunc(gone, func(g copies.Copy) bool { return g.Name == c.Name })
			if stays != slices.Contains(test.stay, i) {
				t.Errorf("%s: %s stays: %t", name, c.Name, stays)
			}
		}
	}
}

func TestNewestAt(t *testing.T) {
	all := []copies.Copy{at("2026-03-02 12:00"), at("2026-03-01 12:00"), at("2026-03-03 12:00")}
	for text, want := range map[string]string{"2026-03-02 12:00": all[0].Name, "2026-03-03 11:59": all[0].Name, "2027-01-01 00:00": all[2].Name, "2026-03-01 11:59": ""} {
		if found, ok := copies.NewestAt(all, at(text).At); found.Name != want || ok != (want != "") {
			t.Errorf("%s: %s", text, found.Name)
		}
	}
}
