package language_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/manifest/language"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/seed"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// A seed document that the program reads is taken, by the schema of its site too.
func TestSeedsOfTheExamplesAreTaken(t *testing.T) {
	sites, err := filepath.Glob(root + "/examples/*")
	if err != nil || len(sites) != 4 {
		t.Fatalf("%d examples: %v", len(sites), err)
	}
	for _, dir := range sites {
		files, _ := manifest.ReadDir(filepath.Join(dir, "manifests"), "")
		set, _ := manifest.Parse(files)
		own, err := compiled(set)
		if err != nil {
			t.Fatal(err)
		}
		names, err := filepath.Glob(dir + "/seed/*.yaml")
		if err != nil || len(names) == 0 {
			t.Fatalf("%s has no seeds: %v", dir, err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			documents, _ := yamldoc.Parse(name, data)
			for _, doc := range documents {
				if err := own[language.Seeds].Validate(doc.Root.Plain()); err != nil {
					t.Errorf("%s %d: %v", name, doc.Index, err)
				}
			}
		}
	}
}

// What is read of a seed, whatever is changed, is taken; and most of what is not, is
// refused.
func TestWhatTheSeedReaderTakesIsTaken(t *testing.T) {
	set, list := manifest.Parse(wholeSite())
	sealed, more := plan.Seal(set)
	if list.HasErrors() || more.HasErrors() {
		t.Fatal(list, more)
	}
	own, err := compiled(set)
	if err != nil {
		t.Fatal(err)
	}
	read := func(document any) diag.List {
		_, problems := seed.Parse(sealed, []seed.File{{Name: "s.yaml", Data: asJSON(document)}})
		return problems
	}
	var all share
	for _, sample := range []string{
		`{ collection: notes, status: published, data: { locale: en, body: Words } }`,
		`{ collection: orders, data: { stage: open } }`,
		`{ media: hills, purpose: picture, files: [a.jpg], alt: Hills, caption: At dawn, translations: { de: { alt: Berge, caption: Am Morgen } }, focalPoint: { x: 0.5, y: 0.1 } }`,
	} {
		documents, _ := yamldoc.Parse("s.yaml", []byte(sample))
		value := documents[0].Root.Plain()
		if problems := read(value); len(problems) > 0 {
			t.Fatal(sample, problems)
		}
		places(value, func(at place) {
			changes := mutants(at)
			if mapping, ok := at.value.(map[string]any); ok {
				changes = append(changes, at.with(plus(mapping, stranger)))
			}
			for _, mutant := range changes {
				problems, err := read(mutant), own[language.Seeds].Validate(mutant)
				if len(problems) > 0 {
					all.count(err != nil)
				} else if err != nil {
					t.Errorf("%s: the reader takes %v: %v", at.pointer(), mutant, err)
				}
			}
		})
	}
	if t.Logf("of the changes that the reader refuses, the schema refuses %v", all); all.is() < 0.9 {
		t.Errorf("of the changes that the reader refuses, the schema refuses %v", all)
	}
}
