package app_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/exchange"
	"github.com/quartet-dev/quartet/internal/exchange/ghost"
	"github.com/quartet-dev/quartet/internal/exchange/mapping"
	"github.com/quartet-dev/quartet/internal/exchange/wordpress"
)

// magazine is the example of a magazine, with a database and media of its own.
func magazine(t *testing.T) app.Options {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../examples/publication")); err != nil {
		t.Fatal(err)
	}
	return app.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)}
}

func seededMagazine(t *testing.T) app.Options {
	t.Helper()
	site := magazine(t)
	if _, err := app.Seed(t.Context(), site, nil); err != nil {
		t.Fatal(err)
	}
	return site
}

// exported exports a site to a path and gives its counts.
func exported(t *testing.T, site app.Options, to string, what exchange.ExportOptions) exchange.Counts {
	t.Helper()
	target, finish, err := exchange.Create(to, what.Media, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	counts, err := app.Export(t.Context(), site, target, what)
	if err := errors.Join(err, finish(err == nil)); err != nil {
		t.Fatal(err)
	}
	return counts
}

func lines(t *testing.T, site app.Options) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "lines")
	exported(t, site, file, exchange.ExportOptions{})
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// brought imports a path and gives what was refused.
func brought(t *testing.T, site app.Options, from string, how exchange.ImportOptions) (report exchange.Report, refused diag.List, err error) {
	t.Helper()
	how.Refused = func(d *diag.Diagnostic) { refused.Add(d) }
	report, err = app.Import(t.Context(), site, func(app.ImportSite) (exchange.Source, exchange.Files, error) {
		p, err := exchange.OpenPackage(from, nil)
		if err != nil {
			return nil, nil, err
		}
		t.Cleanup(func() { _ = p.Close() })
		return exchange.NewLines(p), p, nil
	}, how)
	return report, refused, err
}

// A site that an export with media is brought into exports the same to the byte, from a
// folder and from an archive, and the bytes of its media are those.
func TestASiteComesOutOfAnExportAsItWas(t *testing.T) {
	from := seededMagazine(t)
	want := lines(t, from)
	for _, name := range []string{"folder/", "archive.tgz"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name)
			if strings.HasSuffix(name, "/") {
				path += "/"
			}
			counts := exported(t, from, path, exchange.ExportOptions{Media: true})
			if counts.Assets != 11 || counts.Files != 22 || counts.MediaBytes == 0 {
				t.Fatalf("%+v", counts)
			}
			into := magazine(t)
			for i, dry := range []bool{true, false, false} {
				report, refused, err := brought(t, into, path, exchange.ImportOptions{DryRun: dry})
				added := int64(89)
				if i == 2 {
					added = 0
				}
				if err != nil || refused != nil || report.Added != added || report.Added+report.Same != 89 || report.Assets.Added+report.Assets.Same != 11 {
					t.Fatalf("%+v %v %v", report, refused, err)
				}
			}
			if got := lines(t, into); got != want {
				t.Error("the export of the import differs")
			}
			a, b := filepath.Join(t.TempDir(), "a")+"/", filepath.Join(t.TempDir(), "b")+"/"
			exported(t, from, a, exchange.ExportOptions{Media: true})
			exported(t, into, b, exchange.ExportOptions{Media: true})
			sameFiles(t, a, b)
		})
	}
}

func sameFiles(t *testing.T, a, b string) {
	t.Helper()
	found := 0
	err := filepath.WalkDir(a, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		found++
		one, err := os.ReadFile(path)
		other, missing := os.ReadFile(filepath.Join(b, strings.TrimPrefix(path, a)))
		if !bytes.Equal(one, other) {
			t.Errorf("%s differs", path)
		}
		return errors.Join(err, missing)
	})
	if err != nil || found != 23 {
		t.Errorf("%d files: %v", found, err)
	}
}

// Bytes that are not those that the export told of are refused, in a dry run too, and
// leave no asset; those that are missing are said to be.
func TestBytesOfMediaAreHeldAgainstTheExport(t *testing.T) {
	from := seededMagazine(t)
	folder := filepath.Join(t.TempDir(), "folder") + "/"
	exported(t, from, folder, exchange.ExportOptions{Media: true})
	picture := filepath.Join(folder, "media", "tea-rows", "primary-0.jpg")
	text, err := os.ReadFile(picture)
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/2] ^= 1
	if err := errors.Join(os.WriteFile(picture, text, 0o600), os.RemoveAll(filepath.Join(folder, "media", "water"))); err != nil {
		t.Fatal(err)
	}
	into := magazine(t)
	for _, dry := range []bool{true, false} {
		report, refused, err := brought(t, into, folder, exchange.ImportOptions{DryRun: dry})
		if err != nil || report.Refused != 2 || report.Assets.Added != 9 || report.Added != 89 || len(refused) != 2 {
			t.Fatalf("%+v %v %v", report, refused, err)
		}
		for _, d := range refused {
			if d.Code != diag.MediaChecksumMismatch && d.Code != diag.MediaObjectNotFound || d.Source.Line == 0 {
				t.Errorf("%+v", d)
			}
		}
	}
	if got := lines(t, into); strings.Contains(got, `"asset":{"id":"tea-rows"`) || !strings.Contains(got, `"asset":{"id":"three-cups"`) {
		t.Error("the library holds other assets")
	}
	plain := filepath.Join(t.TempDir(), "lines")
	exported(t, from, plain, exchange.ExportOptions{})
	report, refused, err := brought(t, into, plain, exchange.ImportOptions{})
	if err != nil || report.Refused != 0 || report.Assets.WithoutBytes != 2 || len(refused) != 2 || refused[0].Severity != diag.Warning {
		t.Errorf("%+v %v %v", report, refused, err)
	}
	exported(t, from, folder, exchange.ExportOptions{Media: true}) // goes on: what is there and right stays
	if _, refused, err := brought(t, into, folder, exchange.ImportOptions{}); refused != nil || err != nil || lines(t, into) != lines(t, from) {
		t.Errorf("%v %v", refused, err)
	}
}

// An archive that ends in the middle, and one whose lines ask for files elsewhere, do
// what they can and say the rest.
func TestHostilePackages(t *testing.T) {
	from := seededMagazine(t)
	archive := filepath.Join(t.TempDir(), "a.tar")
	exported(t, from, archive, exchange.ExportOptions{Media: true})
	text, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	for _, length := range []int{600, 10_000, len(text) / 2, len(text) - 4000} {
		cut := filepath.Join(t.TempDir(), "cut.tar")
		if err := os.WriteFile(cut, text[:length], 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := brought(t, magazine(t), cut, exchange.ImportOptions{}); !diag.HasCode(err, diag.ImportFileInvalid) && !diag.HasCode(err, diag.ResourceUnavailable) {
			t.Errorf("cut at %d: %v", length, err)
		}
	}
	folder := t.TempDir()
	line := `{"asset":{"id":"x","purpose":"picture","filename":"x.jpg","version":1,"focalPoint":null,"createdAt":1,"createdBy":"","variants":[{"role":"primary","mimeType":"image/jpeg","byteSize":9,"sha256":"","file":"../../../etc/passwd"},{"role":"alternate","mimeType":"image/webp","byteSize":9,"sha256":"","file":"/etc/passwd"}],"texts":{"alt":"","caption":""},"locales":[]}}` + "\n"
	if err := os.WriteFile(filepath.Join(folder, "entries.ndjson"), []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	if report, refused, err := brought(t, from, folder, exchange.ImportOptions{}); err != nil || report.Refused != 1 || refused[0].Code != diag.MediaObjectNotFound {
		t.Errorf("%+v %v %v", report, refused, err)
	}
}

// The usual exports of a blog come into the example of a magazine without a mapping,
// and once.
func TestBlogsComeIntoTheMagazine(t *testing.T) {
	site := magazine(t)
	for name, open := range map[string]func(func() (io.ReadCloser, error)) (mapping.Reader, error){
		"wordpress/testdata/blog.xml": func(f func() (io.ReadCloser, error)) (mapping.Reader, error) { return wordpress.Open("blog.xml", f) },
		"ghost/testdata/blog.json":    func(f func() (io.ReadCloser, error)) (mapping.Reader, error) { return ghost.Open("blog.json", f) },
	} {
		for _, again := range []bool{false, true} {
			report, err := app.Import(context.Background(), site, func(into app.ImportSite) (exchange.Source, exchange.Files, error) {
				records, err := open(func() (io.ReadCloser, error) { return os.Open(filepath.Join("../exchange", name)) })
				if err != nil {
					return nil, nil, err
				}
				source, _ := mapping.Source(records, mapping.Automatic(into.Plan, into.Locales, ""), nil)
				return source, nil, nil
			}, exchange.ImportOptions{})
			if err != nil || report.Added == 0 != again || report.Added+report.Same+report.Refused != report.Entries {
				t.Errorf("%s: %+v %v", name, report, err)
			}
		}
	}
	got := lines(t, site)
	for _, want := range []string{
		`"body":"Soft water, **hard** water: the [kettle](https://leaf.example/kettles/) decides.\n\n## Boil it once\n\n- Fresh\n- Cold"`,
		`"status":"draft","version":1,"createdAt":1682899200000,"updatedAt":1682899200000,"authorId":null,"data":{"body":"Behind a password."`,
		`"tags":["brewing","cold"]`, `"about":{"en":"Drinks it cold.","zh-TW":"Drinks it cold."}`, `"coverAlt":"A kettle over a flame"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the export has no %s", want)
		}
	}
	if strings.Contains(got, "alert(1)") || strings.Contains(got, "hunter2") {
		t.Error("the export holds what it must not")
	}
}
