package backup_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/backup"
	"github.com/quartet-dev/quartet/internal/backup/copies"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/media/storage/file"
	"github.com/quartet-dev/quartet/internal/media/storage/s3test"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
	"github.com/quartet-dev/quartet/internal/store/sqlite/migrations"
	"github.com/quartet-dev/quartet/internal/store/transfer"
)

const notes = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  lifecycle: operational
  schema: { type: object, properties: { n: { type: integer }, text: { type: string }, either: { type: [string, integer] } } }
  indexes: [[n]]
`

// site is a database with entries, and a media library.
type site struct {
	t        *testing.T
	plan     *plan.Plan
	database store.Database
	store    store.Store
	media    *file.Bucket
}

func newSite(t *testing.T) *site {
	t.Helper()
	s := emptySite(t)
	s.plan = plantest.Seal(t, notes)
	s.store = s.open(s.database)
	return s
}

// emptySite has neither.
func emptySite(t *testing.T) *site {
	t.Helper()
	media, err := file.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = media.Close() })
	return &site{t: t, database: sqlite.Database{Path: filepath.Join(t.TempDir(), "site.db")}, media: media}
}

func inPostgres(t *testing.T, s *site) *site {
	s.database = postgres.Database{URL: postgrestest.URL(t)}
	if s.plan != nil {
		s.store = s.open(s.database)
	}
	return s
}

func (s *site) open(d store.Database) store.Store {
	s.t.Helper()
	opened, err := d.Open(s.t.Context(), store.Options{Plan: s.plan, Log: slog.New(slog.DiscardHandler), Retention: &audit.RetainAll})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = opened.Close() })
	return opened
}

func (s *site) write(n int) {
	s.t.Helper()
	e := &content.Entry{
		ID: fmt.Sprintf("id-%06d", n), Status: "published", Version: 1, CreatedAt: 5, UpdatedAt: 6,
		Data: map[string]any{"n": int64(n), "text": strings.Repeat("leaf ", n%50), "either": "x\n\"\u2028"},
	}
	if err := s.store.Write(context.Background(), &content.Write{Op: content.Insert, Schema: s.plan.Schemas()[0], Entry: e}); err != nil {
		s.t.Error(err)
	}
}

// fill writes entries, many at a time.
func (s *site) fill(count int) {
	var writers sync.WaitGroup
	for w := range 16 {
		writers.Go(func() {
			for n := w; n < count; n += 16 {
				s.write(n)
			}
		})
	}
	writers.Wait()
}

func (s *site) put(key, body string) {
	s.t.Helper()
	if err := s.media.Put(s.t.Context(), key, strings.NewReader(body), storage.Properties{Size: int64(len(body))}); err != nil {
		s.t.Fatal(err)
	}
}

func (s *site) copied() backup.Site {
	return backup.Site{Database: s.database, Dialect: "sqlite", Media: s.media, Program: "v1.2.3", Fingerprint: "f"}
}

// take takes a copy into a folder.
func (s *site) take(to copies.Place) *backup.Copy {
	s.t.Helper()
	taken, err := backup.Take(s.t.Context(), s.copied(), to, "", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return taken
}

func sums(t *testing.T, d store.Database) []transfer.Summary {
	t.Helper()
	source, err := d.Source(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	found, err := transfer.Summarize(t.Context(), source, nil)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func opened(t *testing.T, from copies.Place, name string) *backup.Archive {
	t.Helper()
	a, err := backup.Open(t.Context(), from, name, platform(t, migrations.Newest()), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	return a
}

func platform(t *testing.T, version int) backup.Platform {
	t.Helper()
	tables, err := sqlite.PlatformTables(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return backup.Platform{Version: version, Tables: tables}
}

func objects(t *testing.T, b storage.Bucket) (keys []string) {
	t.Helper()
	for o, err := range b.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, fmt.Sprint(o.Key, " ", o.Size))
	}
	return keys
}

// A copy restored into an empty site, of either kind of database, is the site at that
// moment.
func TestWhatIsRestoredIsTheSame(t *testing.T) {
	folder := func() copies.Place { return copies.Folder(t.TempDir()) }
	t.Run("SQLite", func(t *testing.T) { testRestored(t, folder(), newSite(t), emptySite(t)) })
	t.Run("to PostgreSQL", func(t *testing.T) { testRestored(t, folder(), newSite(t), inPostgres(t, emptySite(t))) })
	t.Run("to SQLite", func(t *testing.T) { testRestored(t, folder(), inPostgres(t, newSite(t)), emptySite(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { testRestored(t, folder(), inPostgres(t, newSite(t)), inPostgres(t, emptySite(t))) })
	t.Run("from S3", func(t *testing.T) { testRestored(t, bucketOf(t), newSite(t), emptySite(t)) })
}

// bucketOf is a place on a server of the test's own.
func bucketOf(t *testing.T) copies.Place {
	t.Helper()
	server := s3test.Start(t)
	at, err := copies.Parse("s3://" + server.Bucket(t) + "/kept?region=" + s3test.Region + "&endpoint=" + server.Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]string{"AWS_ACCESS_KEY_ID": s3test.AccessKeyID, "AWS_SECRET_ACCESS_KEY": s3test.SecretAccessKey}
	place, err := at.Open("", func(name string) (string, bool) { v, ok := keys[name]; return v, ok })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = place.Close() })
	return place
}

func testRestored(t *testing.T, place copies.Place, s, into *site) {
	s.fill(200)
	s.put("covers/1/a.png", "picture")
	s.put("covers/2/b.jpg", "")
	taken := s.take(place)
	want := sums(t, s.database)
	s.write(9999) // after it

	var steps []backup.Step
	a := opened(t, place, taken.Name)
	err := backup.Restore(t.Context(), a, into.database, into.media, func(p backup.Progress) {
		if len(steps) == 0 || steps[len(steps)-1] != p.Step {
			steps = append(steps, p.Step)
		}
	})
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(err))
	}
	if diff := cmp.Diff(want, sums(t, into.database)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(objects(t, s.media), objects(t, into.media)); diff != "" || len(steps) != 3 {
		t.Error(steps, diff)
	}
	into.plan = s.plan
	restored := into.open(into.database)
	if count, err := restored.Entry(t.Context(), s.plan.Schemas()[0], "id-000199"); err != nil || count.Data["either"] != "x\n\"\u2028" {
		t.Error(count, err)
	}
}

// Neither a database nor a library that holds something is touched.
func TestNothingIsOverwritten(t *testing.T) {
	s, other, place := newSite(t), newSite(t), copies.Folder(t.TempDir())
	s.write(1)
	s.put("covers/1/a.png", "picture")
	other.write(2)
	taken := s.take(place)
	a, empty := opened(t, place, taken.Name), emptySite(t)
	before := sums(t, other.database)
	if err := backup.Restore(t.Context(), a, other.database, empty.media, nil); !diag.HasCode(err, diag.DatabaseNotEmpty) {
		t.Error(err)
	}
	if diff := cmp.Diff(before, sums(t, other.database)); diff != "" || len(objects(t, empty.media)) > 0 {
		t.Error(diff)
	}
	if err := backup.Restore(t.Context(), a, other.database, s.media, nil); !diag.HasCode(err, diag.DatabaseNotEmpty) {
		t.Errorf("of a site with a database and media, the media are named first: %v", err)
	}
	if err := backup.Restore(t.Context(), a, empty.database, s.media, nil); !diag.HasCode(err, diag.MediaNotEmpty) {
		t.Error(err)
	}
	if _, err := empty.database.Source(t.Context()); !diag.HasCode(err, diag.DatabaseMissing) {
		t.Errorf("a database was made: %v", err)
	}
}

// full is a library that takes so many objects.
type full struct {
	storage.Bucket
	room int
}

func (f *full) Put(ctx context.Context, key string, body io.Reader, p storage.Properties) error {
	if f.room--; f.room < 0 {
		return storage.ErrFull
	}
	return f.Bucket.Put(ctx, key, body, p)
}

// Whatever ends a restore, the database is not served, and the same command goes on.
func TestAnInterruptedRestoreIsNotServed(t *testing.T) {
	s, into, place := newSite(t), emptySite(t), copies.Folder(t.TempDir())
	s.fill(2100)
	for n := range 5 {
		s.put(fmt.Sprintf("covers/%d/a.png", n), "picture")
	}
	a := opened(t, place, s.take(place).Name)
	want := sums(t, s.database)
	refused := func() {
		t.Helper()
		_, err := into.database.Open(t.Context(), store.Options{Plan: s.plan, Log: slog.New(slog.DiscardHandler), Retention: &audit.RetainAll})
		if !diag.HasCode(err, diag.DatabaseUnfinished) {
			t.Errorf("it is served: %v", err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := backup.Restore(ctx, a, into.database, into.media, func(p backup.Progress) {
		if p.Table == "notes" && p.Rows > 0 {
			cancel()
		}
	})
	if err == nil {
		t.Fatal("it was not interrupted")
	}
	refused()
	if err := backup.Restore(t.Context(), a, into.database, &full{into.media, 3}, nil); !errors.Is(err, storage.ErrFull) {
		t.Fatal(err)
	}
	refused()
	into.put("covers/other.png", "somebody's")
	if err := backup.Restore(t.Context(), a, into.database, into.media, nil); !diag.HasCode(err, diag.MediaNotEmpty) {
		t.Fatal(err)
	}
	if err := into.media.Delete(t.Context(), "covers/other.png"); err != nil {
		t.Fatal(err)
	}
	if err := backup.Restore(t.Context(), a, into.database, into.media, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, sums(t, into.database)); diff != "" || len(objects(t, into.media)) != 5 {
		t.Error(diff)
	}
}

// What is damaged, of a newer program or of none is refused before anything is made.
func TestWhatIsNoBackupIsRefused(t *testing.T) {
	s, folder := newSite(t), t.TempDir()
	s.write(1)
	taken := s.take(copies.Folder(folder))
	text, err := os.ReadFile(filepath.Join(folder, taken.Name))
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		text   []byte
		newest int
		want   diag.Code
	}{
		"cut":     {text[:len(text)/2], migrations.Newest(), diag.BackupInvalid},
		"empty":   {nil, migrations.Newest(), diag.BackupInvalid},
		"flipped": {append([]byte{text[0] ^ 1}, text[1:]...), migrations.Newest(), diag.BackupInvalid},
		"newer":   {text, migrations.Newest() - 1, diag.DatabaseNewer},
		"older":   {text, migrations.Newest() + 1, diag.DatabaseOlder},
	} {
		if err := os.WriteFile(filepath.Join(folder, name+".zip"), test.text, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := backup.Open(t.Context(), copies.Folder(folder), name+".zip", platform(t, test.newest), nil); !diag.HasCode(err, test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := backup.Open(t.Context(), copies.Folder(folder), "none.zip", backup.Platform{}, nil); !diag.HasCode(err, diag.BackupMissing) {
		t.Error(err)
	}
}

func TestWhichCopyIsRestored(t *testing.T) {
	folder := t.TempDir()
	for _, hour := range []int{1, 2, 3} {
		name := copies.Name(time.Date(2026, 1, 1, hour, 0, 0, 0, time.UTC))
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		name string
		at   time.Time
		want string
	}{
		{"", time.Time{}, "backup-20260101T030000.000Z.zip"},
		{"", time.Date(2026, 1, 1, 2, 59, 0, 0, time.UTC), "backup-20260101T020000.000Z.zip"},
		{"", time.Date(2026, 1, 1, 0, 59, 0, 0, time.UTC), ""},
		{"mine.zip", time.Time{}, "mine.zip"},
	} {
		found, err := backup.Find(t.Context(), copies.Folder(folder), test.name, test.at)
		if found != test.want || (test.want == "") != diag.HasCode(err, diag.BackupMissing) {
			t.Errorf("%+v: %s, %v", test, found, err)
		}
	}
}
