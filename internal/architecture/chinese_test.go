package architecture_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// formal is the polite word for you, which the product's texts do not mix with the other.
const formal = "\u60a8"

// What the product says in Chinese addresses its reader in one way: 你, as Admin has most.
// What examples tell is what people wrote.
func TestChineseTextsAddressTheReaderInOneWay(t *testing.T) {
	looked, found := 0, []string(nil)
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		path := strings.TrimPrefix(filepath.ToSlash(file), root+"/")
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != root && (ignoredByGo(entry.Name()) || path == "admin/bundle" || path == "examples"):
			return filepath.SkipDir
		case entry.IsDir() || !speaksChinese(file):
			return nil
		}
		text, err := os.ReadFile(file)
		if strings.Contains(string(text), "你") {
			looked++
		}
		found = append(found, formalIn(path, string(text))...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if looked < 10 {
		t.Errorf("%d files address somebody in Chinese; do the texts lie elsewhere?", looked)
	}
	for _, place := range found {
		t.Errorf("%s: write 你, as the other texts do", place)
	}
}

func TestTheFormalWordIsFound(t *testing.T) {
	if got := formalIn("a.ts", "你好\n"+formal+"好"); !slices.Equal(got, []string{"a.ts:2"}) {
		t.Errorf("found %v", got)
	}
}

func speaksChinese(file string) bool {
	return slices.Contains([]string{".go", ".ts", ".tsx", ".js", ".json", ".yaml", ".html", ".md"}, filepath.Ext(file))
}

// formalIn are the lines of a text with the formal word.
func formalIn(path, text string) (places []string) {
	for i, line := range strings.Split(text, "\n") {
		if strings.Contains(line, formal) {
			places = append(places, path+":"+strconv.Itoa(i+1))
		}
	}
	return places
}
