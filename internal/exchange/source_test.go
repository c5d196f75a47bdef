package exchange_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/exchange"
)

// records reads all of a text, and gives how many were fine and the first problem.
func records(t testing.TB, text string) (fine int, problem *diag.Diagnostic, end error) {
	t.Helper()
	p, err := exchange.OpenPackage("-", strings.NewReader(text))
	if err != nil {
		return 0, nil, err
	}
	defer p.Close()
	for from := exchange.NewLines(p); ; {
		r, err := from.Next()
		switch {
		case err != nil:
			return fine, problem, err
		case r.Problem == nil && (r.Arrival == nil) == (r.Asset == nil):
			t.Fatal("a record is neither an entry nor an asset")
		case r.Problem == nil:
			fine++
		case problem == nil:
			problem = r.Problem
		}
	}
}

func TestLinesThatAreRefused(t *testing.T) {
	for name, test := range map[string]struct {
		text, path string
		column     int
	}{
		"no JSON":            {`{"collection":nope}`, "input#/collection", 15},
		"no object":          {`[1]`, "input#", 1},
		"a key twice":        {`{"collection":"a","collection":"b","data":{}}`, "input#/collection", 19},
		"deep":               {`{"collection":"a","data":` + strings.Repeat(`{"a":`, 200) + "1" + strings.Repeat("}", 201), "", 0},
		"wide":               {`{"collection":"a","data":{"a":[` + strings.Repeat("1,", 200_000) + "1]}}", "", 0},
		"no UTF-8":           {"{\"collection\":\"\xff\",\"data\":{}}", "input#", 16},
		"a lone surrogate":   {`{"collection":"\ud800","data":{}}`, "", 0},
		"NUL":                {`{"collection":"a","data":{"a":"\u0000"}}`, "", 0},
		"no data":            {`{"collection":"a"}`, "input#/data", 1},
		"no collection":      {`{"data":{}}`, "input#/collection", 1},
		"a status of 1":      {`{"collection":"a","status":1,"data":{}}`, "input#/status", 1},
		"a version of -1":    {`{"collection":"a","version":-1,"data":{}}`, "input#/version", 1},
		"a time of 2e20":     {`{"collection":"a","createdAt":2e20,"data":{}}`, "input#/createdAt", 1},
		"an unknown member":  {`{"collection":"a","data":{},"x":1}`, "input#/x", 1},
		"an asset of text":   {`{"asset":"a"}`, "input#/asset", 1},
		"an asset with more": {`{"asset":{"id":"a","more":1}}`, "input#/asset", 1},
	} {
		t.Run(name, func(t *testing.T) {
			fine, d, end := records(t, test.text+"\n"+`{"collection":"a","data":{}}`)
			if fine != 1 || d == nil || !errors.Is(end, io.EOF) {
				t.Fatalf("%d fine, %v, %v", fine, d, end)
			}
			if d.Source.Line != 1 || test.path != "" && (d.Path != test.path || d.Source.Column != test.column) {
				t.Errorf("%s at %d:%d", d.Path, d.Source.Line, d.Source.Column)
			}
		})
	}
}

func TestFilesThatAreRefused(t *testing.T) {
	for name, text := range map[string]string{
		"a long line":       `{"collection":"` + strings.Repeat("a", 33<<20) + `","data":{}}`,
		"two headers":       `{"quartet":"export","format":1}` + "\n" + `{"quartet":"export","format":1}`,
		"a late header":     `{"collection":"a","data":{}}` + "\n" + `{"quartet":"export","format":1}`,
		"another header":    `{"quartet":"backup","format":1}`,
		"no format":         `{"quartet":"export"}`,
		"an end alone":      `{"end":{}}`,
		"more behind":       `{"quartet":"export","format":1}` + "\n" + `{"end":{"assets":0,"entries":0,"sha256":"6ad2fda8fbd0a5ed8e7a5dfbf9d1c1bd"}}`,
		"gzip that is none": "\x1f\x8bnothing",
		"gzip cut off":      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\xaa\x56",
	} {
		t.Run(name, func(t *testing.T) {
			if _, _, err := records(t, text); !diag.HasCode(err, diag.ImportFileInvalid) {
				t.Errorf("%v", err)
			}
		})
	}
}

// Who edits an export on purpose is told how to load it, and can.
func TestAnEditedExportSaysHowItIsLoaded(t *testing.T) {
	header, end := `{"quartet":"export","format":1}`, `{"end":{"assets":0,"entries":2,"sha256":"00"}}`
	line := `{"collection":"a","data":{}}`
	for name, lines := range map[string][]string{
		"a line is deleted": {header, line, end},
		"a line is changed": {header, line, line, end},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := records(t, strings.Join(lines, "\n"))
			if d := diag.As(err); d.Code != diag.ImportFileInvalid || d.Suggestion == "" || d.Source.Line != len(lines) {
				t.Errorf("%+v", d)
			}
			fine, problem, err := records(t, strings.Join(lines[1:len(lines)-1], "\n"))
			if fine != len(lines)-2 || problem != nil || !errors.Is(err, io.EOF) {
				t.Errorf("without header and end: %d, %v, %v", fine, problem, err)
			}
		})
	}
}

// A file takes its name when it is whole, and an export that fails leaves nothing.
func TestAFileTakesItsNameWhenItIsWhole(t *testing.T) {
	for _, name := range []string{"a.ndjson", "a.ndjson.gz", "a.tar", "a.tgz"} {
		for _, whole := range []bool{true, false} {
			dir := t.TempDir()
			file := filepath.Join(dir, name)
			to, finish, err := exchange.Create(file, false, nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(to, "{}\n"); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(file); err == nil {
				t.Error("the name is there before the end")
			}
			if err := finish(whole); err != nil {
				t.Error(err)
			}
			left, err := os.ReadDir(dir)
			if err != nil || (len(left) == 1) != whole || whole && left[0].Name() != name {
				t.Errorf("%s: %v %v", name, left, err)
			}
		}
	}
}

func FuzzLines(f *testing.F) {
	f.Add(`{"quartet":"export","format":1}` + "\n" + `{"collection":"a","id":"b","data":{}}` + "\n" + `{"end":{}}`)
	f.Add(`{"asset":{"id":"a","variants":[{"role":"primary"}]}}`)
	f.Add("\x1f\x8b\x08")
	f.Fuzz(func(t *testing.T, text string) {
		_, d, end := records(t, text)
		if d != nil && (d.Source == nil || d.Source.Line < 1) || end == nil {
			t.Errorf("%+v %v", d, end)
		}
	})
}
