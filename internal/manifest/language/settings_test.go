package language_test

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest/language"
	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// settingsRead are the problems of a quartet.yaml by itself.
func settingsRead(text []byte) diag.List {
	site := fstest.MapFS{settings.FileName: &fstest.MapFile{Data: text}}
	_, problems := settings.Read(settings.Options{FS: site, Phase: diag.Validate})
	return problems
}

// settingsFiles are those of the tree: files, sections of archives, and blocks of the
// documentation that hold nothing else.
func settingsFiles() []text {
	return slices.DeleteFunc(slices.Clone(texts()), func(t text) bool {
		isBlock := strings.HasPrefix(t.name, "block ") && settingsBlock.MatchString(t.data)
		return path.Base(t.name) != settings.FileName && !isBlock
	})
}

var settingsBlock = regexp.MustCompile(`(?m)\A(?:site|routes|auth|media|history|mail|pages|database):`)

// A quartet.yaml that the program takes is taken, and most others are refused.
func TestSettingsOfTheTree(t *testing.T) {
	var valid, invalid share
	for _, each := range settingsFiles() {
		documents, _ := yamldoc.Parse(each.name, []byte(each.data))
		if len(documents) != 1 {
			continue
		}
		err := generic()[language.Settings].Validate(documents[0].Root.Plain())
		if len(settingsRead([]byte(each.data))) > 0 {
			invalid.count(err != nil)
			continue
		}
		if valid.count(err != nil); err != nil {
			t.Errorf("%s %s: %v", each.site, each.name, err)
		}
	}
	if t.Logf("%d valid; of the invalid %v are refused", valid.of, invalid); valid.of < 100 || invalid.is() < 0.85 {
		t.Errorf("%d valid; of the invalid only %v are refused", valid.of, invalid)
	}
}

// everySetting is a quartet.yaml with every key.
func everySetting(t *testing.T) []any {
	t.Helper()
	var found []any
	for _, each := range settingsFiles() {
		if documents, _ := yamldoc.Parse(each.name, []byte(each.data)); len(documents) == 1 && len(settingsRead([]byte(each.data))) == 0 && strings.HasPrefix(each.site, "internal/settings") {
			found = append(found, documents[0].Root.Plain())
		}
	}
	return found
}

// The keys of each place of quartet.yaml are those that its reader takes there.
func TestSettingsKeysAreThoseOfTheReader(t *testing.T) {
	schema, asked := generic()[language.Settings], make(map[string]bool)
	for _, document := range everySetting(t) {
		places(document, func(at place) {
			mapping, ok := at.value.(map[string]any)
			if !ok {
				return
			}
			known := wanted(settingsRead(asJSON(at.with(plus(mapping, stranger)))), at.pointer()+"/"+stranger)
			asked[at.pointer()] = asked[at.pointer()] || known != nil
			offered := slices.DeleteFunc(slices.Clone(known), func(key string) bool { return refusesKey(schema, at, key) })
			if diff := cmp.Diff(known, offered); diff != "" {
				t.Errorf("%s: keys that the reader takes and the schema does not:\n%s", at.pointer(), diff)
			}
		})
	}
	t.Logf("%d places", len(asked))
}

// What the reader takes, the schema takes, whatever is changed.
func TestWhatTheSettingsReaderTakesIsTaken(t *testing.T) {
	var all share
	schema, taken, changed := generic()[language.Settings], 0, make(often)
	for _, document := range everySetting(t) {
		places(document, func(at place) {
			if changed.enough(at) {
				return
			}
			for _, mutant := range mutants(at) {
				problems, err := settingsRead(asJSON(mutant)), schema.Validate(mutant)
				if len(problems) > 0 {
					all.count(err != nil)
				} else if taken++; err != nil {
					t.Errorf("%s: the reader takes %v: %v", at.pointer(), mutant, err)
				}
			}
		})
	}
	t.Logf("%d changes are taken; of those that the reader refuses, the schema refuses %v", taken, all)
	if taken < 200 || all.is() < 0.93 {
		t.Errorf("%d changes are taken, and the schema refuses %v of the others", taken, all)
	}
}

// No line says something of a setting that is not there any more.
func TestEveryLineIsOfASetting(t *testing.T) {
	lines, err := os.ReadFile("settings.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]bool)
	paths(settings.File(), "", known)
	for line := range strings.Lines(string(lines)) {
		if at, _, _ := strings.Cut(line, ": "); !known[at] {
			t.Errorf("settings.txt describes %s, which quartet.yaml does not have", at)
		}
	}
}

func paths(f settings.Form, path string, known map[string]bool) {
	known[path] = true
	for _, each := range f.Keys {
		paths(each.Form, strings.TrimPrefix(path+"."+each.Name, "."), known)
	}
	for _, each := range slices.Concat(f.Kinds, f.Forms) {
		paths(each, path, known)
	}
	if f.Item != nil {
		paths(*f.Item, path+"[]", known)
	}
}
