package archive_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/backup/archive"
)

// written is an archive of two tables and, with media, two objects.
func written(t testing.TB, media bool) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := archive.NewWriter(&out)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"notes", "_quartet_users"} {
		if err := w.Table(name); err != nil {
			t.Fatal(err)
		}
		for i := range 100 {
			if err := w.Row(fmt.Appendf(nil, `["%s",%d,"%x"]`, name, i, sha256.Sum256([]byte{byte(i)}))); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Row(bytes.Repeat([]byte("long "), 100_000)); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"covers/1/a.png", "covers/2/a.png"} {
		if !media {
			break
		}
		if err := w.Object(t.Context(), archive.Object{Key: key, MimeType: "image/png", Size: 5}, strings.NewReader("bytes")); err != nil {
			t.Fatal(err)
		}
	}
	sealed, err := w.Close(&archive.Header{Program: "v1", Database: "sqlite", Version: 15, TakenAt: time.Unix(1, 0), Media: media})
	if err != nil || sealed.Size != int64(out.Len()) {
		t.Fatalf("%+v of %d, %v", sealed, out.Len(), err)
	}
	return out.Bytes()
}

func read(ctx context.Context, file []byte) (*archive.Reader, error) {
	if _, err := archive.CheckSeal(ctx, bytes.NewReader(file), int64(len(file)), nil); err != nil {
		return nil, err
	}
	r, err := archive.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	return r, r.Verify(ctx)
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	for _, media := range []bool{false, true} {
		r, err := read(t.Context(), written(t, media))
		if err != nil {
			t.Fatal(err)
		}
		h := r.Header
		if h.Rows() != 201 || len(h.Tables) != 2 || h.Media != media || h.Version != 15 || h.Format != archive.Format {
			t.Errorf("%+v", h)
		}
		var rows, objects int
		var told int64
		r.Progress(func(n int64) { told += n })
		for _, table := range h.Tables {
			if err := r.Rows(t.Context(), table, func([]byte) error { rows++; return nil }); err != nil {
				t.Error(err)
			}
		}
		err = r.Objects(t.Context(), func(o archive.Object, body io.Reader) error {
			objects++
			if got, err := io.ReadAll(body); string(got) != "bytes" || o.MimeType != "image/png" {
				t.Errorf("%+v: %q, %v", o, got, err)
			}
			return nil
		})
		if want := map[bool]int{true: 2}[media]; err != nil || rows != 201 || objects != want || told != h.Bytes() {
			t.Errorf("%d rows, %d objects, told %d of %d bytes, %v", rows, objects, told, h.Bytes(), err)
		}
	}
}

// A common tool sees a file a table.
func TestAnArchiveIsAZIP(t *testing.T) {
	file := written(t, true)
	unpacked, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range unpacked.File {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != "tables/notes.ndjson tables/_quartet_users.ndjson media/covers/1/a.png media/covers/2/a.png media.ndjson backup.json" {
		t.Error(got)
	}
}

func wantFault(t *testing.T, name string, err error) {
	t.Helper()
	if fault := (*archive.Fault)(nil); !errors.As(err, &fault) {
		t.Errorf("%s: %v", name, err)
	}
}

func TestEveryCutIsNoticed(t *testing.T) {
	file := written(t, true)
	for range 200 {
		_, err := read(t.Context(), file[:rand.IntN(len(file))])
		wantFault(t, "cut short", err)
	}
	_, err := read(t.Context(), append(bytes.Clone(file), 'x'))
	wantFault(t, "a byte more", err)
}

func TestEveryFlippedBitIsNoticed(t *testing.T) {
	file := written(t, true)
	for range 400 {
		at, bit := rand.IntN(len(file)), byte(1)<<rand.IntN(8)
		file[at] ^= bit
		_, err := read(t.Context(), file)
		wantFault(t, fmt.Sprintf("byte %d", at), err)
		file[at] ^= bit
	}
}

// resealed is a file that somebody has made to look whole: what is in its ZIP is
// changed, and its seal is right.
func resealed(t *testing.T, change func(names []string, files map[string]*[]byte) []string) []byte {
	t.Helper()
	file := written(t, true)
	unpacked, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	files := make(map[string]*[]byte)
	for _, f := range unpacked.File {
		body, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(body)
		if err != nil {
			t.Fatal(err)
		}
		names, files[f.Name] = append(names, f.Name), &text
	}
	return packed(t, change(names, files), files)
}

func packed(t *testing.T, names []string, files map[string]*[]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range names {
		body, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := body.Write(*files[name]); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.SetComment("quartet backup, sha256 "+strings.Repeat("0", 64)), w.Close()); err != nil {
		t.Fatal(err)
	}
	file := out.Bytes()
	digest := sha256.Sum256(file[:len(file)-64])
	return append(file[:len(file)-64], hex.EncodeToString(digest[:])...)
}

func replace(name, old, by string) func([]string, map[string]*[]byte) []string {
	return func(names []string, files map[string]*[]byte) []string {
		changed := bytes.Replace(*files[name], []byte(old), []byte(by), 1)
		if bytes.Equal(changed, *files[name]) {
			panic(name + " has no " + old)
		}
		files[name] = &changed
		return names
	}
}

// Whoever can make a seal can make any archive. What it says of itself must hold
// nevertheless, and no name leads out of it.
func TestHostileArchivesAreRefused(t *testing.T) {
	text := []byte("x")
	add := func(extra string) func([]string, map[string]*[]byte) []string {
		return func(names []string, files map[string]*[]byte) []string {
			files[extra] = &text
			return append(names, extra)
		}
	}
	for name, change := range map[string]func([]string, map[string]*[]byte) []string{
		"a path that leads out":    add("../../etc/passwd"),
		"an absolute path":         add("/etc/passwd"),
		"a file more":              add("tables/more.ndjson"),
		"an object more":           add("media/covers/3/a.png"),
		"a key that leads out":     replace("media.ndjson", "covers/1/a.png", "../../1/a.png"),
		"a key of a hidden file":   replace("media.ndjson", "covers/1/a.png", "covers/1/.png"),
		"a key twice":              replace("media.ndjson", "covers/2/a.png", "covers/1/a.png"),
		"another size":             replace("media.ndjson", `"size":5`, `"size":6`),
		"a negative size":          replace("media.ndjson", `"size":5`, `"size":-5`),
		"another row":              replace("tables/notes.ndjson", `"notes",7,`, `"notes",8,`),
		"a row less":               replace("tables/notes.ndjson", "\n", " "),
		"more rows than there are": replace("backup.json", `"rows": 100`, `"rows": 101`),
		"fewer rows":               replace("backup.json", `"rows": 100`, `"rows": 99`),
		"negative rows":            replace("backup.json", `"rows": 100`, `"rows": -100`),
		"a count of objects":       replace("backup.json", `"objects": 2`, `"objects": 9223372036854775807`),
		"bytes of objects":         replace("backup.json", `"mediaBytes": 10`, `"mediaBytes": 9223372036854775807`),
		"no media":                 replace("backup.json", `"media": true`, `"media": false`),
		"a table of another name":  replace("backup.json", `"notes"`, `"../notes"`),
		"no JSON":                  replace("backup.json", "{", "["),
		"no format":                replace("backup.json", `"format": 1`, `"format": 0`),
		"no header":                func(names []string, _ map[string]*[]byte) []string { return names[:len(names)-1] },
		"a file twice":             func(names []string, _ map[string]*[]byte) []string { return append(names, names[0]) },
	} {
		_, err := read(t.Context(), resealed(t, change))
		wantFault(t, name, err)
	}
	_, err := read(t.Context(), resealed(t, replace("backup.json", `"format": 1`, `"format": 2`)))
	if newer := (*archive.NewerFormat)(nil); !errors.As(err, &newer) || newer.Program != "v1" {
		t.Errorf("a newer format: %v", err)
	}
}

// A gigabyte of zeros is a megabyte by DEFLATE. A header that counts them is true to
// its file, and one that counts a million of such is not.
func TestABombIsRefusedBeforeItIsUnpacked(t *testing.T) {
	zeros := make([]byte, 4<<20)
	header := map[string]any{"format": 1, "program": "v1", "tables": []any{map[string]any{"name": "t", "rows": 1, "bytes": int64(1) << 50, "sha256": ""}}}
	text, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	file := packed(t, []string{"tables/t.ndjson", "backup.json"}, map[string]*[]byte{"tables/t.ndjson": &zeros, "backup.json": &text})
	_, err = read(t.Context(), file)
	wantFault(t, "a bomb", err)
}

func TestAnObjectThatIsLongerThanAnnounced(t *testing.T) {
	for _, body := range []string{"byte", "bytes!"} {
		w, err := archive.NewWriter(io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Object(t.Context(), archive.Object{Key: "a/b", Size: 5}, strings.NewReader(body)); err == nil {
			t.Errorf("%q was taken", body)
		}
	}
}

// FuzzRead: what is no archive is refused, and nothing is asked of the machine that
// the file is not worth.
func FuzzRead(f *testing.F) {
	f.Add(written(f, true))
	f.Add(written(f, false))
	f.Fuzz(func(t *testing.T, file []byte) {
		r, err := archive.Open(bytes.NewReader(file), int64(len(file)))
		if err == nil {
			err = r.Verify(t.Context())
		}
		if err != nil && os.Getenv("SAY") != "" {
			t.Log(err)
		}
	})
}
