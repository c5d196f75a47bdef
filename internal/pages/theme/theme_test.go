package theme

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// maxStylesheet is the promise of the theme, before compression.
const maxStylesheet = 12 << 10

func TestStylesheetIsSmall(t *testing.T) {
	if _, css := Stylesheet(); len(css) >= maxStylesheet {
		t.Errorf("the stylesheet has %d bytes, want fewer than %d", len(css), maxStylesheet)
	}
}

// sources are the templates of the theme by file name.
func sources(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := fs.WalkDir(Files(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".html") {
			return err
		}
		text, err := fs.ReadFile(Files(), name)
		texts[name] = string(text)
		return err
	})
	if err != nil || len(texts) < 5 {
		t.Fatalf("%d templates: %v", len(texts), err)
	}
	return texts
}

// What the pages' policy would block is not there to be blocked.
func TestNothingInline(t *testing.T) {
	for name, text := range sources(t) {
		if found := regexp.MustCompile(`(?i)<style|<script|\sstyle\s*=|\son[a-z]+\s*=|javascript:`).FindString(text); found != "" {
			t.Errorf("%s has %q", name, found)
		}
	}
}

// A text that no template asks for misleads a translator, and one that is not
// there leaves a gap in a page.
func TestTextsAreUsedAndThere(t *testing.T) {
	var used []string
	for _, text := range sources(t) {
		for _, call := range regexp.MustCompile(`\bt "([^"]+)"`).FindAllStringSubmatch(text, -1) {
			used = append(used, call[1])
		}
	}
	used = append(used, ofMarkup(t)...)
	slices.Sort(used)
	used = slices.Compact(used)
	if len(used) < 10 {
		t.Fatalf("only %d texts are used", len(used))
	}
	for _, locale := range []string{"en", "zh-TW"} {
		if has := keys(t, locale); !slices.Equal(has, used) {
			t.Errorf("%s has %q, the templates use %q", locale, has, used)
		}
	}
}

// ofMarkup are the keys of the words that Markdown is set with, which no template
// names.
func ofMarkup(t *testing.T) (keys []string) {
	t.Helper()
	source, err := os.ReadFile("../templates/markup.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range regexp.MustCompile(`\bword\("([^"]+)"\)`).FindAllSubmatch(source, -1) {
		keys = append(keys, string(call[1]))
	}
	if len(keys) == 0 {
		t.Fatal("no keys in ../templates/markup.go")
	}
	return keys
}

func keys(t *testing.T, locale string) (keys []string) {
	t.Helper()
	text, err := fs.ReadFile(Files(), "locales/"+locale+".yaml")
	texts := map[string]string{}
	if err == nil {
		err = yaml.Unmarshal(text, &texts)
	}
	if err != nil {
		t.Fatal(err)
	}
	for key, value := range texts {
		if strings.TrimSpace(value) == "" {
			t.Errorf("%s: %s says nothing", locale, key)
		}
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
