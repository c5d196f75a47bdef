package markup

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestOptions(t *testing.T) {
	const source = "# Tea\n\n[x](#tea) [y](https://example.com/)[^1]\n\n![a](/a.png)\n\n![b](/b.png)\n\n- [x] c\n- [ ] d\n\n|e|\n|-|\n\n[^1]: f\n\n> [!TIP]\n> g\n"
	got, err := markdownWith(source, Options{
		Level: 2, IDPrefix: "post-", Base: here, EagerImages: 1, Foreign: true,
		Texts: Texts{Table: "表格", Footnotes: "脚注", Back: "返回", Done: "完成", Open: "未完成", Callout: func(kind string) string { return map[string]string{"tip": "提示"}[kind] }},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<h3 id="post-h-tea">`, `href="https://example.org/en/posts/tea?x=1#post-h-tea"`,
		`<a href="https://example.com/" rel="nofollow ugc">`,
		`<sup id="post-fnref-1"><a href="https://example.org/en/posts/tea?x=1#post-fn-1"`, `<li id="post-fn-1">`,
		`<img src="https://example.org/a.png" alt="a" decoding="async">`,
		`<img src="https://example.org/b.png" alt="b" loading="lazy" decoding="async">`,
		`aria-label="表格"`, `aria-label="脚注"`, `aria-label="返回"`, `aria-label="完成"`, `aria-label="未完成"`, `<p><strong>提示</strong></p>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

func markdownWith(source string, o Options) (string, error) { return str(Markdown(nil, source, o)) }

// A page that loads nothing from elsewhere links to what a player plays, and texts of
// visitors, feeds and sites that admit no player have an ordinary link.
func TestWithoutPlayers(t *testing.T) {
	const link, source = `<a href="https://youtu.be/dQw4w9WgXcQ"`, "https://youtu.be/dQw4w9WgXcQ"
	for name, test := range map[string]struct {
		options Options
		want    string
	}{
		"still":    {Options{Players: players, Still: true}, `<figure class="embed">` + link + ` style="`},
		"visitors": {Options{Players: players, Foreign: true}, "<p>" + link + ` rel="nofollow ugc">`},
		"none":     {Options{}, "<p>" + link + ">"},
	} {
		for language, text := range map[string]string{"Markdown": source, "rich text": "<p>" + link + ">" + source + "</a></p>"} {
			make := map[string]func([]byte, string, Options) ([]byte, error){"Markdown": Markdown, "rich text": RichText}[language]
			if got, err := str(make(nil, text, test.options)); !strings.HasPrefix(got, test.want) || strings.Contains(got, "<iframe") || err != nil {
				t.Errorf("%s, %s: %s, %v", name, language, got, err)
			}
		}
	}
}

// A visitor's link is a link, whatever its title says.
func TestTextsOfVisitorsHaveNoBookmarks(t *testing.T) {
	const want = `<p><a href="https://example.com/" rel="nofollow ugc" title="b">a</a></p>` + "\n"
	if got, err := str(Markdown(nil, `[a](https://example.com/ "b")`, Options{Foreign: true})); got != want || err != nil {
		t.Errorf("Markdown: %s, %v", got, err)
	}
	if got, err := str(RichText(nil, `<p><a href="https://example.com/" title="b">a</a></p>`, Options{Foreign: true})); got != want || err != nil {
		t.Errorf("rich text: %s, %v", got, err)
	}
}

// Links to the site's own pages are its own words, also where others are not.
func TestOwnPagesAreNeverMarked(t *testing.T) {
	got, err := str(RichText(nil, `<a href="/x" rel="noopener">a</a><a href="//example.com/">b</a>`, Options{Foreign: true}))
	want := `<p><a href="/x" rel="noopener">a</a><a href="//example.com/" rel="nofollow ugc">b</a></p>` + "\n"
	if got != want || err != nil {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestOutputIsAppended(t *testing.T) {
	dst := make([]byte, 3, 1<<10)
	copy(dst, "abc")
	got, err := Markdown(dst, "[x](#y)\n\n# y", Options{})
	want := "abc<p><a href=\"#h-y\">x</a></p>\n<h2 id=\"h-y\">y</h2>\n"
	if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
}

func TestFrontMatter(t *testing.T) {
	got, err := FrontMatter(
		Field{"title", "Tea: a \"story\""}, Field{"description", ""}, Field{"url", "https://example.org/en/posts/tea"},
		Field{"locale", "no"}, Field{"updated", time.Date(2026, 1, 2, 3, 4, 5, 6, time.FixedZone("x", 3600))},
		Field{"alternates", []Field{{"zh-TW", "https://example.org/zh-TW/posts/茶"}, {"empty", ""}}},
		Field{"tags", []string{"- a", "2026-01-02"}}, Field{"none", []string{}}, Field{"lines", "a\n---\nb\x00"})
	want := `---
title: 'Tea: a "story"'
url: https://example.org/en/posts/tea
locale: "no"
updated: 2026-01-02T02:04:05Z
alternates:
    zh-TW: https://example.org/zh-TW/posts/茶
tags:
    - "- a"
    - "2026-01-02"
lines: "a\n---\nb\0"
---
`
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if _, err := FrontMatter(Field{"n", 1}); err == nil {
		t.Error("a number is written as nothing")
	}
}

func TestTruncate(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"one two three", 13, "one two three"},
		{"one two three", 12, "one two…"},
		{"one two three", 8, "one two…"},
		{"one two three", 7, "one…"},
		{"  one\n\ttwo ", 7, "one two"},
		{"abcdefgh", 5, "abcd…"},
		{"中文字中文字", 4, "中文字…"},
		{"中文，中文", 4, "中文…"},
		{"a 👩‍👩‍👧 b c", 4, "a…"},
		{"ééééééé", 1, ""},
		{"", 0, ""},
		{"x", 0, ""},
	} {
		if got := Truncate(c.text, c.n); got != c.want {
			t.Errorf("Truncate(%q, %d) = %q, want %q", c.text, c.n, got, c.want)
		}
	}
}

// An excerpt is the same whether the text goes on for long or not.
func TestExcerptsReadTheBeginning(t *testing.T) {
	code := "```\n" + strings.Repeat("code\n", 2000) + "```\n\n"
	for _, n := range []int{10, 160} {
		want := Excerpt("Some *words* of [prose](/x). "+strings.Repeat("More of it. ", 50), n)
		got := Excerpt(code+"Some *words* of [prose](/x). "+strings.Repeat("More of it. ", 50_000), n)
		if got != want || got == "" {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
