package diag_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
)

// TestText shows each diagnostic as a terminal does; ⇥ stands for a tab.
func TestText(t *testing.T) {
	for name, tc := range map[string]struct {
		source string
		d      diag.Diagnostic
		want   string
	}{
		"caret under the column": {
			source: "kind: View\nspec: { surface: pubic }\n",
			d: diag.Diagnostic{Code: "INVALID_MANIFEST_ENVELOPE", Message: "There is no such surface.",
				Source: &diag.Source{File: "a.yaml", Line: 2, Column: 18}, Expected: []string{"public", "staff"},
				Candidates: []string{"public", "staff"}, Suggestion: "public"},
			want: `
a.yaml:2:18: INVALID_MANIFEST_ENVELOPE There is no such surface.
    2 | spec: { surface: pubic }
      |                  ^
  expected: ["public","staff"]
  candidates: public, staff
  suggestion: public
`},
		"warning": {
			d:    diag.Diagnostic{Code: "MCP_TOOL_DESCRIPTION_MISSING", Severity: diag.Warning, Message: "M.", Source: &diag.Source{File: "a.yaml", Line: 9, Column: 1}},
			want: "\na.yaml:9:1: MCP_TOOL_DESCRIPTION_MISSING warning: M.\n"},
		"tab": {
			source: "a:\t\tb",
			d:      diag.Diagnostic{Code: "C", Message: "M.", Source: &diag.Source{File: "a.yaml", Line: 1, Column: 5}},
			want:   "\na.yaml:1:5: C M.\n    1 | a:⇥⇥b\n      |   ⇥⇥^\n"},
		"wide and combining characters": {
			source: "茶e\u0301: x",
			d:      diag.Diagnostic{Code: "C", Message: "M.", Source: &diag.Source{File: "a.yaml", Line: 1, Column: 6}},
			want:   "\na.yaml:1:6: C M.\n    1 | 茶e\u0301: x\n      |      ^\n"},
		"column past the end": {
			source: "ab\r\n",
			d:      diag.Diagnostic{Code: "C", Message: "M.", Source: &diag.Source{File: "a.yaml", Line: 1, Column: 99}},
			want:   "\na.yaml:1:99: C M.\n    1 | ab\n      |   ^\n"},
		"long line": {
			source: strings.Repeat("a", 200) + "X" + strings.Repeat("b", 200),
			d:      diag.Diagnostic{Code: "C", Message: "M.", Source: &diag.Source{File: "a.yaml", Line: 1, Column: 201}},
			want: "\na.yaml:1:201: C M.\n    1 | …" + strings.Repeat("a", 60) + "X" + strings.Repeat("b", 39) + "…\n      | " +
				strings.Repeat(" ", 61) + "^\n"},
		"control characters": {
			source: "a\x1b[2Jb",
			d:      diag.Diagnostic{Code: "C", Message: "M\x1b.", Source: &diag.Source{File: "a.yaml", Line: 1, Column: 6}},
			want:   "\na.yaml:1:6: C M\ufffd.\n    1 | a\ufffd[2Jb\n      |      ^\n"},
		"message of several lines": {
			d:    diag.Diagnostic{Code: "C", Message: "It failed:\n\tone: refused\r\n\ttwo: refused\n", Source: &diag.Source{File: "a.yaml"}},
			want: "\na.yaml: C It failed: one: refused two: refused\n"},
		"suggestion of several lines": {
			d:    diag.Diagnostic{Code: "C", Message: "M.", Source: &diag.Source{File: "a.yaml", Line: 9, Column: 1}, Suggestion: "Run:\nCREATE ROLE a;\x1b\nGRANT b;"},
			want: "\na.yaml:9:1: C M.\n  suggestion: Run:\n    CREATE ROLE a;\ufffd\n    GRANT b;\n"},
		"line alone": {
			source: "ab",
			d:      diag.Diagnostic{Code: "C", Message: "M.", Source: &diag.Source{File: "a.yaml", Line: 1}},
			want:   "\na.yaml:1: C M.\n    1 | ab\n"},
		"file alone":  {d: diag.Diagnostic{Code: "C", Message: "M.", Source: &diag.Source{File: "a.yaml"}}, want: "\na.yaml: C M.\n"},
		"path alone":  {d: diag.Diagnostic{Code: "C", Message: "M.", Path: "manifest:View/a#/spec"}, want: "\nmanifest:View/a#/spec: C M.\n"},
		"nothing":     {d: diag.Diagnostic{Code: "C", Message: "M."}, want: "\nC M.\n"},
		"unread file": {d: diag.Diagnostic{Code: "C", Message: "M.", Source: &diag.Source{File: "gone.yaml", Line: 1, Column: 1}}, want: "\ngone.yaml:1:1: C M.\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			text := diag.Text{Read: func(file string) ([]byte, error) {
				if file != "a.yaml" {
					return nil, errors.New("no such file")
				}
				return []byte(tc.source), nil
			}}
			if err := text.Write(&b, diag.List{&tc.d}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.TrimPrefix(tc.want, "\n"), strings.ReplaceAll(b.String(), "\t", "⇥")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What is about a property names it, whether or not the file is known that it is in.
func TestTextNamesTheProperty(t *testing.T) {
	missing := diag.At(diag.InputValidationFailed, "data#/abstract", "This property is required.")
	if got, want := missing.Error(), "INPUT_VALIDATION_FAILED This property is required. (data#/abstract)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for want, source := range map[string]*diag.Source{
		"data#/abstract: INPUT_VALIDATION_FAILED This property is required.\n":                       nil,
		"seed/talks.yaml:3:1: INPUT_VALIDATION_FAILED This property is required. (data#/abstract)\n": {File: "seed/talks.yaml", Line: 3, Column: 1},
	} {
		missing.Source = source
		var out strings.Builder
		if err := (diag.Text{}).Write(&out, diag.List{missing}); err != nil || out.String() != want {
			t.Errorf("%q, want %q: %v", out.String(), want, err)
		}
	}
}

func TestTextColour(t *testing.T) {
	d := &diag.Diagnostic{Code: "C", Message: "M.", Path: "p"}
	for color, want := range map[bool]string{
		false: "p: C M.\n",
		true:  "\x1b[1mp\x1b[0m: \x1b[31mC\x1b[0m M.\n",
	} {
		var b strings.Builder
		if err := (diag.Text{Color: color}).Write(&b, diag.List{d}); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("colour %v: got %q, want %q", color, b.String(), want)
		}
	}
}

func TestWriteJSON(t *testing.T) {
	failed := diag.At(diag.NotFound, "input#/a<b", "There is none.")
	warning := &diag.Diagnostic{Code: diag.MCPToolDescriptionMissing, Phase: diag.Validate, Severity: diag.Warning}
	for name, tc := range map[string]struct {
		list diag.List
		want string
	}{
		"nothing":       {nil, `{ "ok": true, "diagnostics": [] }`},
		"warnings pass": {diag.List{warning}, `{ "ok": true, "diagnostics": [ { "code": "MCP_TOOL_DESCRIPTION_MISSING", "phase": "validate", "severity": "warning", "path": "", "message": "" } ] }`},
		"an error":      {diag.List{failed}, `{ "ok": false, "diagnostics": [ { "code": "NOT_FOUND", "phase": "runtime", "severity": "error", "path": "input#/a<b", "message": "There is none." } ] }`},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			if err := tc.list.WriteJSON(&b); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(strings.Fields(b.String()), " "); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

// TestPublic is "Diagnostic": a public caller learns no manifest names and no
// names it did not know.
func TestPublic(t *testing.T) {
	full := diag.Diagnostic{
		Code: diag.InputValidationFailed, Phase: diag.Runtime, Severity: diag.Error, Path: "input#/a", Message: "M.",
		Source: &diag.Source{File: "a.yaml"}, Value: "v", Expected: "e", Candidates: []string{"c"}, Suggestion: "c", RequestID: "r",
	}
	public := diag.Diagnostic{Code: full.Code, Phase: full.Phase, Severity: full.Severity, Path: full.Path, Message: full.Message, Expected: "e", RequestID: "r"}
	withLocales := full
	withLocales.CandidatesPublic = true
	publicLocales := public
	publicLocales.Candidates, publicLocales.Suggestion = []string{"c"}, "c"
	inManifest := full
	inManifest.Path = "manifest:View/secret#/spec"
	withoutPath := public
	withoutPath.Path = ""
	advice := full
	advice.Candidates, advice.Suggestion = nil, "Send JSON."
	publicAdvice := public
	publicAdvice.Suggestion = "Send JSON."

	for name, tc := range map[string]struct{ in, want diag.Diagnostic }{
		"candidates stay inside":  {full, public},
		"enabled locales do not":  {withLocales, publicLocales},
		"nor does a path":         {inManifest, withoutPath},
		"advice is no candidate":  {advice, publicAdvice},
		"the cause stays private": {*full.WithCause(errors.New("secret")), public},
	} {
		t.Run(name, func(t *testing.T) {
			got := tc.in.Public()
			if errors.Unwrap(got) != nil {
				t.Error("the cause went out")
			}
			if diff := cmp.Diff(tc.want, *got, cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".cause" }, cmp.Ignore())); diff != "" {
				t.Error(diff)
			}
		})
	}
}
