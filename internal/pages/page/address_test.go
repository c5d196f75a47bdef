package page_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/pages/page"
)

func TestAbsolutePutsTheOriginBeforePathsAlone(t *testing.T) {
	for _, test := range []struct{ origin, address, want string }{
		{"https://tea.example", "/en/posts", "https://tea.example/en/posts"},
		{"", "/en/posts", "/en/posts"},
		{"https://tea.example", "https://cdn.example/a.png", "https://cdn.example/a.png"},
		{"https://tea.example", "//cdn.example/a.png", "//cdn.example/a.png"},
		{"https://tea.example", "", ""},
		{"", "/茶", "/%E8%8C%B6"},
		{"", "/%E8%8C%B6", "/%E8%8C%B6"},
		{"https://x\"><script>\n", "/a b", "https://x%22%3E%3Cscript%3E%0A/a%20b"},
		{"", "/\xff\\", "/%FF%5C"},
		{"", "/100%/%zz/%e8/%4", "/100%25/%25zz/%e8/%254"},
	} {
		if got := page.Absolute(test.origin, test.address); got != test.want {
			t.Errorf("Absolute(%q, %q) = %q, want %q", test.origin, test.address, got, test.want)
		}
	}
}

func TestDefaultIsTheCanonicalLocaleOrTheFirst(t *testing.T) {
	both := []page.Alternate{{Locale: "zh-TW", URL: "/zh-TW/a"}, {Locale: "en", URL: "/en/a"}}
	for _, test := range []struct {
		alternates []page.Alternate
		canonical  string
		want       string
	}{
		{both, "en", "/en/a"}, {both, "de", "/zh-TW/a"}, {both, "", "/zh-TW/a"}, {nil, "en", ""},
	} {
		if got := page.Default(test.alternates, test.canonical); got != test.want {
			t.Errorf("Default(%v, %q) = %q, want %q", test.alternates, test.canonical, got, test.want)
		}
	}
}
