package yamldoc_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// values renders the documents of a file, one JSON text each.
func values(t *testing.T, data string) []string {
	t.Helper()
	documents, problems := yamldoc.Parse("a.yaml", []byte(data))
	if problems != nil {
		t.Fatalf("%q: %v", data, places(problems))
	}
	var all []string
	for _, d := range documents {
		all = append(all, string(jsonvalue.Append(nil, d.Root.Plain())))
	}
	return all
}

// places renders problems as document:line:column and message.
func places(problems diag.List) []string {
	var all []string
	for _, d := range problems {
		all = append(all, fmt.Sprintf("%d:%d:%d %s", d.Source.Document, d.Source.Line, d.Source.Column, d.Message))
	}
	return all
}

func TestScalarsFollowTheCoreSchema(t *testing.T) {
	for text, want := range map[string]string{
		"":                           `null`,
		"~":                          `null`,
		"null":                       `null`,
		"Null":                       `null`,
		"nULL":                       `"nULL"`,
		"true":                       `true`,
		"False":                      `false`,
		"TRUE":                       `true`,
		"on":                         `"on"`,
		"no":                         `"no"`,
		"Yes":                        `"Yes"`,
		"y":                          `"y"`,
		"0":                          `0`,
		"-12":                        `-12`,
		"+12":                        `12`,
		"012":                        `12`,
		"0o17":                       `15`,
		"0x1F":                       `31`,
		"0b11":                       `"0b11"`,
		"1_000":                      `"1_000"`,
		"12:30":                      `"12:30"`,
		"2026-01-02":                 `"2026-01-02"`,
		"9223372036854775807":        `9223372036854775807`,
		"-9223372036854775808":       `-9223372036854775808`,
		"1.5":                        `1.5`,
		".5":                         `0.5`,
		"1.":                         `1`,
		"-1e3":                       `-1000`,
		"1e":                         `"1e"`,
		".":                          `"."`,
		"'12'":                       `"12"`,
		`"true"`:                     `"true"`,
		"|\n  12\n":                  `"12\n"`,
		">\n  a\n  b\n":              `"a b\n"`,
		"! 12":                       `"12"`,
		"!!str 12":                   `"12"`,
		"!!int '12'":                 `12`,
		"!!float 12":                 `12`,
		"!!bool 'true'":              `true`,
		"!!null ''":                  `null`,
		"!!map {}":                   `{}`,
		"!!seq []":                   `[]`,
		"<<":                         `"<<"`,
		"!<tag:yaml.org,2002:int> 3": `3`,
	} {
		if diff := cmp.Diff([]string{`{"v":` + want + `}`}, values(t, "v: "+text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestDocumentsOfAFile(t *testing.T) {
	for name, test := range map[string]struct {
		data string
		want []string
	}{
		"nothing":                 {"", nil},
		"comments alone":          {"# a\n\n# b\n", nil},
		"one":                     {"a: 1\n", []string{`{"a":1}`}},
		"several":                 {"a: 1\n---\nb: 2\n--- {c: 3}\n", []string{`{"a":1}`, `{"b":2}`, `{"c":3}`}},
		"empty ones are skipped":  {"---\n---\n# c\n---\na: 1\n---\n", []string{`{"a":1}`}},
		"null is not empty":       {"---\nnull\n", []string{`null`}},
		"byte order mark":         {"\ufeffa: 1\n", []string{`{"a":1}`}},
		"Windows line ends":       {"a: 1\r\n---\r\nb: 2\r\n", []string{`{"a":1}`, `{"b":2}`}},
		"document end marker":     {"a: 1\n...\n# c\n---\nb: 2\n...\n", []string{`{"a":1}`, `{"b":2}`}},
		"version directive":       {"# c\n%YAML 1.2\n---\na: 1\n", []string{`{"a":1}`}},
		"marker inside a literal": {"- |\n x\n---\nb\n", []string{`["x\n"]`, `"b"`}},
		"no marker":               {"a: ---\nb: '...'\n", []string{`{"a":"---","b":"..."}`}},
		"aliases":                 {"a: &x {p: 1}\nb: *x\nc: [*x]\n", []string{`{"a":{"p":1},"b":{"p":1},"c":[{"p":1}]}`}},
		"alias as a key":          {"a: &x p\n*x : 1\n", []string{`{"a":"p","p":1}`}},
		"quoted merge key":        {"'<<': 1\n", []string{`{"<<":1}`}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, values(t, test.data)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestIndexCountsEmptyDocuments(t *testing.T) {
	documents, problems := yamldoc.Parse("a.yaml", []byte("---\n---\na: 1\n---\nb: [\n---\nc: 1\n"))
	if len(documents) != 2 || documents[0].Index != 2 || documents[1].Index != 4 {
		t.Errorf("documents %v", documents)
	}
	if len(problems) != 1 || problems[0].Source.Document != 3 {
		t.Errorf("problems %v", places(problems))
	}
}

func TestProblemsHaveTheirPlace(t *testing.T) {
	deep := strings.Repeat("[", 60_000) + strings.Repeat("]", 60_000)
	for name, test := range map[string]struct {
		data string
		want []string // document:line:column and the start of the message
	}{
		"tab":                      {"a:\n\tb: 1\n", []string{"1:2:1 The YAML is not well formed"}},
		"unterminated quote":       {"a: 'x\n", []string{"1:2:1 The YAML is not well formed"}},
		"column counts characters": {"日本: x: y\n", []string{"1:1:6 The YAML is not well formed"}},
		"syntax ends one document": {"a: 1\n---\nb: [\n---\nc: 1\nc: 2\n", []string{"2:4:1 The YAML is not well formed", "3:6:1 The key \"c\""}},
		"duplicate keys":           {"a: 1\nb: 2\na: 3\na: 4\n", []string{"1:3:1 The key \"a\"", "1:4:1 The key \"a\""}},
		"keys that are no strings": {"1: a\n? [x]\n: b\ntrue: c\n", []string{"1:1:1 A key must be", "1:2:3 A key must be", "1:4:1 A key must be"}},
		"merge key":                {"a: &x {b: 1}\nc: {<<: *x}\n", []string{"1:2:5 Merge keys"}},
		"not finite":               {"- .inf\n- .nan\n- -.INF\n", []string{"1:1:3 The number is not finite", "1:2:3 The number is not finite", "1:3:3 The number is not finite"}},
		"not kept as written": {"- -0\n- -0.0\n- 1e-400\n- !!float 9007199254740993\n", []string{
			"1:1:3 Negative zero", "1:2:3 Negative zero", "1:3:3 The number is too small", "1:4:3 The number has more digits"}},
		"out of range":                {"- 9223372036854775808\n- 1e999\n", []string{"1:1:3 The integer does not fit", "1:2:3 The number is too large"}},
		"tags":                        {"- !foo 1\n- !!int x\n- !!set {}\n- !!str []\n", []string{"1:1:3 The tag !foo", "1:2:3 The value does not fit", "1:3:3 The tag !!set", "1:4:3 The tag !!str"}},
		"NUL in a string":             {`a: "x\0"`, []string{"1:1:4 The string holds the NUL"}},
		"NUL in the file":             {"a: 1\nb: x\x00", []string{"1:2:5 The file holds a control character"}},
		"invalid UTF-8":               {"a: 1\n---\nbé: \xff\n---\nc: [\n", []string{"2:3:5 The file is not valid UTF-8", "3:6:1 The YAML is not well formed"}},
		"unknown alias":               {"a: *x\n", []string{"1:1:4 The YAML is not well formed"}},
		"an alias inside its anchor":  {"a: &x [*x]\n", []string{"1:1:8 This alias stands for something"}},
		"many aliases":                {"a: &x 1\nb: [" + strings.Repeat("*x, ", 101) + "]\n", []string{"1:2:405 The document expands aliases more than 100"}},
		"aliases of aliases":          {"a: &a [1]\nb: &b [" + strings.Repeat("*a, ", 11) + "]\nc: [" + strings.Repeat("*b, ", 8) + "]\n", []string{"1:3:33 The document expands aliases more than 100"}},
		"many values through aliases": {"a: &a [" + strings.Repeat("1,", 20_000) + "]\nb: [" + strings.Repeat("*a, ", 60) + "]\n", []string{"1:2:197 The document holds more than 1000000"}},
		"depth":                       {deep, []string{"1:1:50001 The YAML is not well formed"}},
		"depth through an alias":      {"a: &a " + deep[20_000:100_000] + "\nb: " + strings.Repeat("[", 20_000) + "*a" + strings.Repeat("]", 20_000), []string{"1:2:20004 The document is nested deeper"}},
		"size":                        {strings.Repeat("# comment\n", 420_000), []string{"0:1:1 The file is larger"}},
	} {
		t.Run(name, func(t *testing.T) {
			documents, problems := yamldoc.Parse("a.yaml", []byte(test.data))
			got := places(problems)
			for i := range got {
				if i < len(test.want) && strings.HasPrefix(got[i], test.want[i]) {
					got[i] = test.want[i]
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			for _, d := range documents {
				for _, p := range problems {
					if p.Source.Document == d.Index {
						t.Errorf("document %d has a problem and is in the result", d.Index)
					}
				}
			}
		})
	}
}

func TestEveryKeyAndValueKnowsItsPlace(t *testing.T) {
	documents, problems := yamldoc.Parse("a.yaml", []byte("# c\n---\nspec:\n  a/b: &x\n    - one\n    - {é: 日本, 'z': 2}\n  again: *x\n"))
	if problems != nil || len(documents) != 1 {
		t.Fatal(places(problems))
	}
	for pointer, want := range map[string]string{
		"":                  "value 3:1",
		"/spec":             "key 3:1 value 4:3",
		"/spec/a~1b":        "key 4:3 value 4:8",
		"/spec/a~1b/0":      "value 5:7",
		"/spec/a~1b/1/é":    "key 6:8 value 6:11",
		"/spec/a~1b/1/z":    "key 6:15 value 6:20",
		"/spec/again":       "key 7:3 value 7:10",
		"/spec/again/1/z":   "key 6:15 value 6:20",
		"/spec/a~1b/2":      "none",
		"/spec/a~1b/01":     "none",
		"/spec/a~1b/-1":     "none",
		"/spec/nothing":     "none",
		"/spec/a~1b/0/more": "none",
	} {
		field, node := documents[0].Root.At(pointer)
		got := "none"
		if node != nil {
			got = fmt.Sprintf("value %d:%d", node.Pos.Line, node.Pos.Column)
		}
		if field != nil {
			got = fmt.Sprintf("key %d:%d %s", field.Pos.Line, field.Pos.Column, got)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", pointer, got, want)
		}
	}
}

func TestNearest(t *testing.T) {
	documents, problems := yamldoc.Parse("a.yaml", []byte("spec:\n  a: [x, { y: 1 }]\n"))
	if problems != nil {
		t.Fatal(problems.Err())
	}
	for pointer, want := range map[string]string{
		"/spec/a/1/y":    "1 with its key",
		"/spec/a/1/z":    "map[y:1]",
		"/spec/a/7/z/~1": "[x map[y:1]]",
		"/none":          "map[spec:map[a:[x map[y:1]]]]",
		"none":           "map[spec:map[a:[x map[y:1]]]]",
		"":               "map[spec:map[a:[x map[y:1]]]]",
	} {
		field, node := documents[0].Root.Nearest(pointer)
		got := fmt.Sprint(node.Plain())
		if field != nil {
			got += " with its key"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", pointer, got, want)
		}
	}
}

func TestJSONKeepsTheOrderOfTheFile(t *testing.T) {
	documents, problems := yamldoc.Parse("a.yaml", []byte("z: &n { b: 1, a: [null, 1.5, 'q\"'] }\ny: *n\nx: true\n"))
	if problems != nil {
		t.Fatal(problems.Err())
	}
	const want = `{"z":{"b":1,"a":[null,1.5,"q\""]},"y":{"b":1,"a":[null,1.5,"q\""]},"x":true}`
	if got := string(documents[0].Root.AppendJSON(nil)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"a: 1\n---\nb: [x, {y: z}]\n", "a: &x [1]\nb: *x\n", "? |\n k\n: >-\n v\n",
		"%YAML 1.2\n---\na: !!int 1\n...\n", "a: \"\\ud83d\\ude00\"\n", "- - - a\n", "\ufeff# c\r\na:\r\n - b\r\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		documents, problems := yamldoc.Parse("a.yaml", data)
		for _, d := range problems {
			if d.Source.Line < 1 || d.Source.Column < 1 || d.Source.Document < 1 {
				t.Errorf("%s has no place: %+v", d.Message, d.Source)
			}
		}
		for _, d := range documents {
			plain := d.Root.Plain()
			if _, err := jsonvalue.Normalize(plain, jsonvalue.Limits{Depth: 100_000, Nodes: 10_000_000}); err != nil {
				t.Errorf("document %d is no JSON value: %v", d.Index, err)
			}
		}
	})
}
