package app_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/diag"
)

func settings(text string) map[string]string { return map[string]string{"quartet.yaml": text} }

func withNotes(text string) map[string]string {
	return map[string]string{"quartet.yaml": text, "manifests/notes.yaml": localized}
}

// Site-defaults errors: thrown at storage preparation, before traffic is
// accepted, and found with errors.As.
func TestSiteDefaultsErrors(t *testing.T) {
	_, err := tryStart(t, quartet.Options{}, settings(`site:
  locales: [en, zh-Hant]
  icons: [{ src: icon.svg }, { src: /icon.svg }]
  media: { purposes: [{ name: cover, required: [], maxBytes: {} }] }
`))
	if diff := cmp.Diff([]quartet.Code{diag.InvalidLocale, diag.SettingsInvalid, diag.SettingsInvalid}, codes(t, err)); diff != "" {
		t.Error(diff)
	}
	var locales *quartet.InvalidSiteDefaultsError
	if !errors.As(err, &locales) || len(locales.InvalidLocales) != 1 || locales.InvalidLocales[0] != "zh-Hant" {
		t.Errorf("%+v", locales)
	}
	var icons *quartet.InvalidSiteIconsError
	if !errors.As(err, &icons) || len(icons.Icons) != 1 || icons.Icons[0].Src != "icon.svg" {
		t.Errorf("%+v", icons)
	}
	var purposes *quartet.InvalidMediaPurposesError
	if !errors.As(err, &purposes) || len(purposes.Purposes) != 1 || purposes.Purposes[0].Reason != "empty-required" {
		t.Errorf("%+v", purposes)
	}
	_, err = tryStart(t, quartet.Options{}, settings("site: { icons: [] }"))
	locales, icons = nil, nil
	if !errors.As(err, &icons) || errors.As(err, &locales) {
		t.Errorf("%v is no error of icons alone", err)
	}
}

// site_config: an unchanged deployment writes nothing.
func TestAnUnchangedDeploymentWritesNothing(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, ".service", "data", "quartet.db")
	declared := settings("site: { title: Tea, origin: https://tea.example, locales: [EN, zhTW], icons: [{ src: /i.svg }] }")
	run := func(files map[string]string) (data, log string) {
		s, err := tryStart(t, quartet.Options{Dir: dir}, files)
		if err != nil {
			t.Fatal(err)
		}
		log = contents(t, file+"-wal")
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		return contents(t, file), log
	}
	before, _ := run(declared)
	after, log := run(declared)
	if after != before || log != "" {
		t.Errorf("the second start wrote %d bytes to the log; the file changed: %v", len(log), after != before)
	}
	if _, log := run(settings("site: { origin: https://coffee.example }")); log == "" {
		t.Error("the log does not tell a write")
	}
}

func contents(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(data)
}

// site_config: editable keys are seed-once; the database wins afterwards.
func TestTheTitleIsSeededOnce(t *testing.T) {
	dir := t.TempDir()
	first := start(t, quartet.Options{Dir: dir}, settings("site: { title: Tea, origin: https://tea.example }"))
	second := start(t, quartet.Options{Dir: dir}, settings("site: { title: Coffee, origin: https://coffee.example }"))
	if site := second.Site(); site.Title != "Tea" || site.Origin != "https://coffee.example" {
		t.Errorf("%+v", site)
	}
	if err := first.ChangeSite(t.Context(), map[string]string{"title": "Cocoa"}); err != nil {
		t.Fatal(err)
	}
	third := start(t, quartet.Options{Dir: dir}, settings("site: { title: Tea }"))
	if site := third.Site(); site.Title != "Cocoa" || site.Origin != "https://coffee.example" {
		t.Errorf("%+v", site)
	}
	if err := first.ChangeSite(t.Context(), map[string]string{"origin": "https://other.example"}); quartet.CodeOf(err) != diag.InputValidationFailed {
		t.Errorf("%v, want INPUT_VALIDATION_FAILED", err)
	}
}

// Locale write gate: against the locales read for that request.
func TestTheLocaleGateReadsTheLocalesOfTheRequest(t *testing.T) {
	dir := t.TempDir()
	first := start(t, quartet.Options{Dir: dir}, withNotes("site: { locales: [en] }"))
	french := map[string]any{"locale": "fr"}
	refused := func(s *quartet.Service) bool {
		_, err := s.Entries("notes").CreateDraft(t.Context(), french)
		if err != nil && quartet.CodeOf(err) != diag.InputValidationFailed {
			t.Fatal(err)
		}
		return err != nil
	}
	if !refused(first) {
		t.Error("fr is taken while en alone is declared")
	}
	start(t, quartet.Options{Dir: dir}, withNotes("site: { locales: [en, fr] }"))
	if refused(first) {
		t.Error("fr is refused after another process has declared it")
	}
	if err := quartet.ClearStoredLocales(t.Context(), optionsOf(dir, withNotes("site: { locales: [en] }"))); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Entries("notes").CreateDraft(t.Context(), map[string]any{"locale": "de"}); quartet.CodeOf(err) != diag.InputValidationFailed {
		t.Errorf("de: %v after the locales of a site that declares some were cleared", err)
	}
	if err := quartet.ClearStoredLocales(t.Context(), optionsOf(dir, withNotes(""))); err != nil {
		t.Fatal(err)
	}
	if refused(first) {
		t.Error("membership is checked while the list is empty")
	}
}

func optionsOf(dir string, files map[string]string) quartet.Options {
	all := map[string]string{"manifests/guest-book.yaml": guestBook}
	maps.Copy(all, files)
	return quartet.Options{Dir: dir, FS: folder(all)}
}

// Site configuration: an omitted or empty list leaves the stored row, which
// stays in force for the gate and for the boot checks.
func TestOmittedLocalesAreThoseStored(t *testing.T) {
	dir := t.TempDir()
	start(t, quartet.Options{Dir: dir}, withNotes("site: { locales: [en] }"))
	for _, omitted := range []string{"", "site: { locales: [] }"} {
		s := start(t, quartet.Options{Dir: dir}, withNotes(omitted))
		if diff := cmp.Diff([]string{"en"}, s.Site().Locales); diff != "" {
			t.Error(diff)
		}
		_, err := s.Entries("notes").CreateDraft(t.Context(), map[string]any{"locale": "fr"})
		if quartet.CodeOf(err) != diag.InputValidationFailed {
			t.Errorf("fr: %v", err)
		}
		stored, err := quartet.StoredLocales(t.Context(), optionsOf(dir, withNotes(omitted)))
		if diff := cmp.Diff([]string{"en"}, stored); diff != "" || err != nil {
			t.Error(diff, err)
		}
	}
}

// Boot-phase diagnostics: INVALID_LOCALE at site_config/locales, for the stored
// list too when it is the one in force.
func TestStoredLocalesThatDoNotCanonicalizeRefuseTheStart(t *testing.T) {
	dir := t.TempDir()
	start(t, quartet.Options{Dir: dir}, settings("site: { locales: [en] }"))
	database := filepath.Join(dir, ".service", "data", "quartet.db")
	damage(t, database, "UPDATE site_config SET value = 'en,zh-Hant' WHERE key = 'locales'")
	_, err := tryStart(t, quartet.Options{Dir: dir}, nil)
	if diff := cmp.Diff([]quartet.Code{diag.InvalidLocale}, codes(t, err)); diff != "" {
		t.Error(diff)
	}
	var invalid *quartet.InvalidSiteDefaultsError
	if !errors.As(err, &invalid) || len(invalid.InvalidLocales) != 1 {
		t.Errorf("%+v", invalid)
	}
	if d := quartet.DiagnosticsOf(err)[0]; d.Path != "site_config/locales" {
		t.Errorf("at %q", d.Path)
	}
	start(t, quartet.Options{Dir: dir}, settings("site: { locales: [de] }"))
}

// damage changes a database behind the service's back.
func damage(t *testing.T, database, statement string) {
	t.Helper()
	db, err := sqlite3.Open(database)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Exec(statement), db.Close()); err != nil {
		t.Fatal(err)
	}
}
