package web_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/script/engine"
	"github.com/quartet-dev/quartet/internal/script/web"
)

// No function of Go panics or gives what a realm cannot take, whatever it is given.
func FuzzFuncs(f *testing.F) {
	f.Add("http://u:p@[::1%25a]:80/../a;b?q#f", "//b\\c", []byte("\xf0\x9f\x91"), 1.5, true)
	f.Add("-1.5e-7", "Europe/Berlin", []byte{}, -8.64e15, false)
	f.Add("%zz%e2%82", "SHA-256", []byte("key"), 1e300, true)
	funcs := web.Funcs()
	names := make([]string, 0, len(funcs))
	for name := range funcs {
		names = append(names, name)
	}
	slices.Sort(names)
	f.Fuzz(func(t *testing.T, a, b string, some []byte, n float64, is bool) {
		for _, name := range names {
			for _, args := range [][]any{
				{}, {nil}, {a}, {a, b}, {b, a, b}, {n}, {some}, {some, is}, {a, some}, {b, some, some, some}, {a, b, n, n},
				{n, a, "short", is, b}, {a, "EUR", b}, {"http://a/", "host", a}, {"http://a/", "search", b}, {a, "hash", b},
			} {
				switch result, _ := funcs[name](args); v := result.(type) {
				case nil, bool, float64, []byte:
				case string:
					if !utf8.ValidString(v) && utf8.ValidString(a+b) {
						t.Errorf("%s%q: %q is no UTF-8", name, args, v)
					}
				default:
					t.Errorf("%s%q: %T", name, args, v)
				}
			}
		}
	})
}

// What is too large is refused, and not worked on.
func TestFuncsAreBounded(t *testing.T) {
	long := strings.Repeat("x", 33<<20)
	for name, args := range map[string][]any{
		"text.encode": {long}, "text.decode": {[]byte(long)}, "url.unescape": {long}, "crypto.digest": {"SHA-1", []byte(long)},
		"crypto.sign": {"SHA-1", []byte("k"), []byte(long)}, "crypto.verify": {"SHA-1", []byte("k"), []byte(long), []byte("s")},
		"crypto.random": {1e9}, "format.number": {strings.Repeat("9", 1000), "en", 0.0, 3.0}, "format.date": {1e300, "en", "long", false, "UTC"},
	} {
		if result, err := web.Funcs()[name](args); err == nil {
			t.Errorf("%s: %T", name, result)
		}
	}
	for _, each := range [][]any{{"http://a/" + long}, {"http://" + strings.Repeat("@", 1000)}, {strings.Repeat("/", 1000), "http://a"}} {
		if result, err := web.Funcs()["url.parse"](each); result != nil || err != nil {
			t.Errorf("%.20q: %v", each, err)
		}
	}
	if result, err := web.Funcs()["url.set"]([]any{"http://a/", "search", long}); result != nil || err != nil {
		t.Error(result, err)
	}
}

// Bytes that are no UTF-8, as the standard of encodings replaces them.
func TestReplacement(t *testing.T) {
	for in, want := range map[string]string{
		"a\xe2\x82b": "a\ufffdb", "\xf0\x9f\x91": "\ufffd", "\xff\xfe": "\ufffd\ufffd", "\xed\xa0\x80": "\ufffd\ufffd\ufffd", "\xc0\xaf": "\ufffd\ufffd",
		"\xf4\x90\x80\x80": "\ufffd\ufffd\ufffd\ufffd", "\xe2\x82\xac": "€", "\xf0\x80\x80\x41": "\ufffd\ufffd\ufffdA",
	} {
		got, err := web.Funcs()["text.decode"]([]any{[]byte(in), false})
		if err != nil || got != want {
			t.Errorf("%q: %q, want %q: %v", in, got, want, err)
		}
	}
}

func TestAWrongSignatureIsRefused(t *testing.T) {
	key, message := []byte("key"), []byte("message")
	signature, err := web.Funcs()["crypto.sign"]([]any{"SHA-256", key, message})
	if err != nil {
		t.Fatal(err)
	}
	right, _ := signature.([]byte)
	wrong := bytes.Clone(right)
	wrong[31] ^= 1
	var got []any
	for _, each := range [][]byte{right, wrong, right[:31], nil} {
		is, _ := web.Funcs()["crypto.verify"]([]any{"SHA-256", key, message, each})
		got = append(got, is)
	}
	if diff := cmp.Diff([]any{true, false, false, false}, got); diff != "" {
		t.Error(diff)
	}
}

// Formats write for the locale of the site, where a handler names none.
func TestFormatsAreForTheLocaleOfTheSite(t *testing.T) {
	for site, want := range map[string]string{`{"locale":"de"}`: `"1.234,5"`, `{}`: `"1,234.5"`} {
		program, err := engine.Compile(engine.Sources{Web: web.Source(), Site: site, Handlers: `register({ key: (_, ctx) => ctx.format.number(1234.5) })`})
		if err != nil {
			t.Fatal(err)
		}
		if got := begin(t, program, "http://127.0.0.1:1").run(t, "key"); got.Value != want {
			t.Errorf("%s: %+v, want %s", site, got, want)
		}
	}
}
