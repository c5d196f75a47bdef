package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/diag"
)

const localized = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  localized: true
  schema: { type: object, properties: { locale: { type: string }, text: { type: string } } }
`

const postgresView = `
apiVersion: quartet/v1
kind: View
metadata: { name: greetings-pg }
spec: { surface: public, sql: { postgres: SELECT name FROM greetings } }
`

// Boot-phase diagnostics: collected, BootValidationError when any is an error.
func TestBootChecks(t *testing.T) {
	for name, test := range map[string]struct {
		options quartet.Options
		files   map[string]string
		want    []quartet.Code
	}{
		"site locales canonicalize": {
			files: map[string]string{"quartet.yaml": "site: { locales: [zh-Hant] }"},
			want:  []quartet.Code{diag.InvalidLocale},
		},
		"localized Schema without site locales": {
			files: map[string]string{"manifests/notes.yaml": localized},
			want:  []quartet.Code{diag.SchemaLocalizedRequiresSiteLocales},
		},
		"every ref key is registered": {
			options: quartet.Options{Handlers: quartet.Handlers{"words.cuont": quartet.Handle(countWords)}},
			want:    []quartet.Code{diag.HandlerNotRegistered},
		},
		"sql View dialect unsupported by storage": {
			files: map[string]string{"manifests/pg.yaml": postgresView},
			want:  []quartet.Code{diag.ViewDialectUnsupported},
		},
		"a database of another kind": {
			options: quartet.Options{Database: "mysql://localhost/tea"},
			want:    []quartet.Code{diag.SettingsInvalid},
		},
		"settings and manifests are reported together": {
			files: map[string]string{"quartet.yaml": "sight: {}\ncacheScope: A", "manifests/broken.yaml": "kind: Vieww"},
			want: []quartet.Code{
				diag.InvalidManifestEnvelope, diag.InvalidManifestEnvelope, diag.InvalidManifestEnvelope, diag.InvalidManifestEnvelope,
				diag.SettingsInvalid, diag.SettingsInvalid,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			test.options.Dir = t.TempDir()
			_, err := tryStart(t, test.options, test.files)
			if diff := cmp.Diff(test.want, codes(t, err)); diff != "" {
				t.Errorf("%s\n%v", diff, err)
			}
			if left, _ := os.ReadDir(test.options.Dir); len(left) > 0 {
				t.Errorf("a site that cannot start left %v", left)
			}
		})
	}
}

func TestABootValidationErrorNamesEveryPlace(t *testing.T) {
	_, err := tryStart(t, quartet.Options{}, map[string]string{"quartet.yaml": "sight: {}\nmale: {}"})
	for _, want := range []string{"\tquartet.yaml:1:1: SETTINGS_INVALID", "\tquartet.yaml:2:1: SETTINGS_INVALID"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing from %v", want, err)
		}
	}
}

func TestNoManifests(t *testing.T) {
	dir := t.TempDir()
	_, err := quartet.Open(t.Context(), quartet.Options{Dir: dir})
	if diff := cmp.Diff([]quartet.Code{diag.ManifestRootNotFound}, codes(t, err)); diff != "" {
		t.Error(diff)
	}
	if place := filepath.ToSlash(dir) + "/manifests: MANIFEST_ROOT_NOT_FOUND"; !strings.Contains(err.Error(), place) {
		t.Errorf("%q is missing from %v", place, err)
	}
}

// A file that holds no document is no manifest.
func TestManifestsWithoutADocument(t *testing.T) {
	_, err := tryStart(t, quartet.Options{}, map[string]string{"manifests/guest-book.yaml": "# later\n---\n", "manifests/b.yaml": ""})
	if diff := cmp.Diff([]quartet.Code{diag.ManifestRootNotFound}, codes(t, err)); diff != "" {
		t.Error(diff)
	}
	if place := "manifests: MANIFEST_ROOT_NOT_FOUND"; !strings.Contains(err.Error(), place) {
		t.Errorf("%q is missing from %v", place, err)
	}
}

// site-folder.md, Safe changes to the manifests of a site that has data.
func TestStoredRowsThatAChangeBreaksRefuseTheStart(t *testing.T) {
	dir := t.TempDir()
	s := start(t, quartet.Options{Dir: dir}, nil)
	if _, err := s.Entries("greetings").CreateDraft(t.Context(), map[string]any{"name": "Ada", "text": "Hello"}); err != nil {
		t.Fatal(err)
	}
	stricter := strings.Replace(guestBook, "required: [name, text]", "required: [name, text, place]", 1)
	stricter = strings.Replace(stricter, "properties:\n", "properties:\n      place: { type: string }\n", 1)
	_, err := tryStart(t, quartet.Options{Dir: dir}, map[string]string{"manifests/guest-book.yaml": stricter})
	want := []quartet.Code{diag.SchemaChangeBlocked, diag.BuiltinInputIncomplete} // nobody can send a place
	if diff := cmp.Diff(want, codes(t, err)); diff != "" {
		t.Error(diff)
	}
}

func TestThePrivateFolderStaysOutOfCommits(t *testing.T) {
	dir := t.TempDir()
	start(t, quartet.Options{Dir: dir}, nil)
	ignore := filepath.Join(dir, ".service", ".gitignore")
	if text, err := os.ReadFile(ignore); err != nil || string(text) != "*\n" {
		t.Errorf("%q %v", text, err)
	}
	if err := os.Remove(ignore); err != nil {
		t.Fatal(err)
	}
	start(t, quartet.Options{Dir: dir}, nil)
	if _, err := os.Stat(ignore); err == nil {
		t.Error("a .gitignore that was removed came back")
	}
}

func TestADatabaseElsewhereLeavesTheSiteFolderAlone(t *testing.T) {
	dir := t.TempDir()
	start(t, quartet.Options{Dir: dir, Database: "sqlite:" + filepath.Join(t.TempDir(), "x.db")}, nil)
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v %v", left, err)
	}
}
