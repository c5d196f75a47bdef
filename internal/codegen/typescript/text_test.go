package typescript

import (
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

var hostile = []string{
	"", "plain", "it's", `say "no"`, `back\slash`, "two\nlines", "two\r\nlines", "\u2028", "\u2029", "*/", "* /", "*\u200b/", "*\u202e/", "/*", "//", "`${x}`", "</script>",
	"@ts-ignore", "@deprecated", "a@b.example", "\x00", "\ufeff", "\u202e", "\U0001F375", "\U000E0001", "__proto__", "\u98df", "\\u0041", `\`, "'", "\t",
}

func FuzzQuote(f *testing.F) {
	for _, each := range hostile {
		f.Add(each)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		quoted := quote(text)
		if strings.ContainsFunc(quoted, isHidden) {
			t.Errorf("%q has what cannot be seen", quoted)
		}
		if got := unquote(t, quoted); got != text {
			t.Errorf("%q is written %s, which reads %q", text, quoted, got)
		}
	})
}

// unquote reads a string literal of TypeScript, which must end where it ends.
func unquote(t *testing.T, literal string) string {
	t.Helper()
	var out strings.Builder
	rest := literal[1 : len(literal)-1]
	for rest != "" {
		if rest[0] == '\'' || rest[0] == '\n' {
			t.Fatalf("%s ends early", literal)
		}
		if rest[0] != '\\' {
			out.WriteByte(rest[0])
			rest = rest[1:]
			continue
		}
		switch kind := rest[1]; {
		case kind == 'n':
			out.WriteByte('\n')
			rest = rest[2:]
		case kind == 'u' && rest[2] == '{':
			digits, after, _ := strings.Cut(rest[3:], "}")
			writeHex(t, &out, digits)
			rest = after
		case kind == 'u':
			writeHex(t, &out, rest[2:6])
			rest = rest[6:]
		default:
			out.WriteByte(kind)
			rest = rest[2:]
		}
	}
	return out.String()
}

func writeHex(t *testing.T, out *strings.Builder, digits string) {
	t.Helper()
	r, err := strconv.ParseUint(digits, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	out.WriteRune(rune(r))
}

// Words cannot end their comment, order a compiler about, or hide.
func FuzzComment(f *testing.F) {
	for _, each := range hostile {
		f.Add(each, "and "+each)
	}
	f.Fuzz(func(t *testing.T, title, description string) {
		text := comment("  ", title, description)
		if text == "" {
			return
		}
		if !strings.HasPrefix(text, "  /**") || strings.Index(text, "*/") != len(text)-3 {
			t.Errorf("%q is not one comment", text)
		}
		for line := range strings.Lines(text) {
			body := strings.TrimSuffix(line, "\n")
			if strings.Contains(strings.ReplaceAll(body, `\@`, ""), "@") || strings.ContainsFunc(body, func(r rune) bool { return isHidden(r) || unicode.IsControl(r) }) {
				t.Errorf("%q", line)
			}
			if !strings.HasPrefix(line, "  /**") && !strings.HasPrefix(line, "   *") {
				t.Errorf("%q is no line of a comment", line)
			}
		}
	})
}

func TestNamesAreQuotedWhereTheyMust(t *testing.T) {
	for name, want := range map[string]string{
		"title": "title", "$id": "$id", "class": "class", "__proto__": "__proto__", "1st": "'1st'", "two words": "'two words'", "": "''", "it's": `'it\'s'`, "é": "'é'", "a-b": "'a-b'",
	} {
		if got := member(name); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
	for name, want := range map[string]bool{"Service": true, "Notes": true, "$": true, "class": false, "any": false, "await": false, "a b": false, "": false, "1": false, "é": false} {
		if ValidNamespace(name) != want {
			t.Errorf("namespace %q: %t", name, !want)
		}
	}
}
