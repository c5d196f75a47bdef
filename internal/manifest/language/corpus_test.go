package language_test

import (
	"bytes"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	library "github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/manifest/language"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

const root = "../../.."

// documents are the JSON Schemas of a site, ready to be held against values.
type documents map[string]*library.Schema

func compiled(set *manifest.Set) (documents, error) {
	written, err := language.Documents(set)
	if err != nil {
		return nil, err
	}
	schemas := make(documents)
	for _, each := range written {
		value, err := library.UnmarshalJSON(bytes.NewReader(each.Text))
		if err != nil {
			return nil, err
		}
		c := library.NewCompiler()
		if err := c.AddResource(each.Name, value); err != nil {
			return nil, err
		}
		if schemas[each.Name], err = c.Compile(each.Name); err != nil {
			return nil, err
		}
	}
	return schemas, nil
}

// generic are the schemas of a folder without manifests.
var generic = sync.OnceValue(func() documents {
	schemas, err := compiled(nil)
	if err != nil {
		panic(err)
	}
	return schemas
})

// text is a text of the tree that holds YAML: the site that it is a part of, its
// name there, and what it says.
type text struct{ site, name, data string }

// texts are the YAML texts of the whole tree: files, sections of archives, blocks
// of the documentation, and raw strings of Go.
var texts = sync.OnceValue(func() []text {
	var found []text
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "node_modules" || len(entry.Name()) > 2 && entry.Name()[0] == '.') {
			return filepath.SkipDir
		}
		extract, ok := extractors[filepath.Ext(name)]
		if entry.IsDir() || !ok {
			return nil
		}
		data, err := os.ReadFile(name)
		found = append(found, extract(filepath.ToSlash(strings.TrimPrefix(name, root+"/")), data)...)
		return err
	})
	if err != nil {
		panic(err)
	}
	return found
})

var extractors = map[string]func(name string, data []byte) []text{
	".yaml": wholeFile, ".yml": wholeFile, ".txtar": sections, ".txt": sections, ".md": blocks, ".go": rawStrings,
}

func wholeFile(name string, data []byte) []text {
	return []text{{path.Dir(name), path.Base(name), string(data)}}
}

func sections(name string, data []byte) (found []text) {
	for _, each := range txtar.Parse(data).Files {
		if yamldoc.IsFileName(path.Base(each.Name)) {
			found = append(found, text{path.Join(name, path.Dir(each.Name)), path.Base(each.Name), string(each.Data)})
		}
	}
	return found
}

func blocks(name string, data []byte) (found []text) {
	for i, each := range yamlBlock.FindAllSubmatch(data, -1) {
		found = append(found, text{name, "block " + strconv.Itoa(i), string(each[1])})
	}
	return found
}

var yamlBlock = regexp.MustCompile("(?s)```yaml\n(.*?)```")

func rawStrings(name string, data []byte) (found []text) {
	files := token.NewFileSet()
	var s scanner.Scanner
	s.Init(files.AddFile("", files.Base(), len(data)), data, func(token.Position, string) {}, 0)
	for {
		_, kind, literal := s.Scan()
		if kind == token.EOF {
			return found
		}
		if kind == token.STRING && literal[0] == '`' {
			found = append(found, text{name + strconv.Itoa(len(found)), "string", strings.Trim(literal, "`")})
		}
	}
}

// a manifestDocument is one document, and what the program says of it beside the
// others of its folder.
type manifestDocument struct {
	name  string
	value any
	codes []diag.Code // of its errors, each once; none for a valid one
}

// manifests are the documents of every manifest of the tree.
var manifests = sync.OnceValue(func() (found []manifestDocument) {
	for _, files := range sites(func(t text) bool { return strings.Contains(t.data, "apiVersion: "+manifest.APIVersion) }) {
		found = append(found, judged(files)...)
	}
	return found
})

// sites are the texts that are wanted, those of one site together.
func sites(wanted func(text) bool) [][]manifest.File {
	var found [][]manifest.File
	places := make(map[string]int)
	for _, each := range texts() {
		if !wanted(each) {
			continue
		}
		at, known := places[each.site]
		if !known || strings.HasPrefix(each.name, "block ") {
			at, places[each.site] = len(found), len(found)
			found = append(found, nil)
		}
		found[at] = append(found[at], manifest.File{Name: path.Join(each.site, each.name), Data: []byte(each.data)})
	}
	return found
}

// judged are the documents of a site with the program's word on each.
func judged(files []manifest.File) (found []manifestDocument) {
	set, list := manifest.Parse(files)
	_, more := plan.Seal(set)
	for _, file := range files {
		read, _ := yamldoc.Parse(file.Name, file.Data, "/spec/limit")
		for _, doc := range read {
			each := manifestDocument{name: file.Name + " " + strconv.Itoa(doc.Index), value: doc.Root.Plain()}
			for _, d := range slices.Concat(list, more) {
				if d.Severity == diag.Error && d.Source != nil && d.Source.File == file.Name && d.Source.Document == doc.Index {
					each.codes = append(each.codes, d.Code)
				}
			}
			slices.Sort(each.codes)
			each.codes = slices.Compact(each.codes)
			found = append(found, each)
		}
	}
	return found
}
