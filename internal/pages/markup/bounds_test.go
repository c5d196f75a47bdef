package markup

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

var times = strings.Repeat

// numbered repeats a text with a number in it, to about n bytes.
func numbered(format string, n int) string {
	var b strings.Builder
	for i := 1; b.Len() < n; i++ {
		b.WriteString(strings.ReplaceAll(format, "%d", fmt.Sprint(i)))
	}
	return b.String()
}

const (
	large = 1 << 17
	long  = 1 << 18
)

// Each of these takes the Markdown library quadratic time or memory. They are far
// below the limit of size, so that only the meter refuses them (decision 142);
// without it this test takes minutes.
var bombs = map[string]string{
	"brackets":                 times("[", large/2) + times("]", large/2),
	"brackets around a link":   times("[", large/2) + "[a](b)" + times("]", large/2),
	"links without an end":     times("[a](b", large/5),
	"titles without an end":    times("[a](b \"", large/7),
	"labels without an end":    times("[a][b", large/5),
	"images in images":         times("![", large/6) + "a" + times("](b)", large/6),
	"quotes in quotes":         times(">", large),
	"lists in lists":           times("1. ", large/3),
	"quotes in lists":          times("> - ", large/4),
	"blank lines below lists":  times("- ", 50) + "a" + times("\n", large),
	"emphasis that opens":      times("*a _b ", large/12) + times("a_ ", large/6),
	"emphasis that closes":     times("a* ", large/3),
	"emphasis in emphasis":     times("*a **a ", large/14) + times("b** b*", large/12),
	"emphasis by threes":       times("a**b", large/4) + times("c* ", large/6),
	"strikethrough":            times("~a ", large/3) + times("a~~ ", large/8),
	"tags without an end":      times("<a b=\"", large/6),
	"comments without an end":  "a " + times("<!--", large/4),
	"instructions without end": "a " + times("<?", large/2),
	"definitions":              numbered("[%d]: /x\n", large),
	"definitions with titles":  times("[a]: /x \"\n", large/10),
	"definitions over lines":   times("[a]: /x\n\"\n", large/10),
	"a long definition":        "[a]: /" + times("x", large/2) + "\n\n" + times("[a]", large/6),
	"a long title":             "[a]: /x \"" + times("x", large/2) + "\"\n\n" + times("![a]", large/8),
	"a wide table":             times("|a", large/8) + "\n" + times("|-", large/8) + "\n" + times("a\n", large/4),
	"escaped pipes":            "|a|\n|-|\n" + times("|`\\|`|\n", large/7),
	"footnotes":                numbered("[^%d]: a\n", 2*large),
	"footnotes and references": numbered("[^%d]\n\n[^%d]: a\n", 2*large),
	"footnotes in footnotes":   times("[^1]: ", large/6),
}

// Honest texts are accepted, even long ones.
var honest = map[string]string{
	"prose":             times("Some *words* of [prose](/x) with `code`.\nAnd _more_ of it.\n\n", long/70),
	"one long line":     times("word ", long/5),
	"one long word":     times("a", long),
	"a long list":       times("- item\n", long/16),
	"a long table":      "| a | b | c | d |\n|---|---|---|---|\n" + times("| 1 | 2 | 3 | 4 |\n", 10_000),
	"many tables":       times("|a|b|\n|-|-|\n|c|d|\n\n", 10_000),
	"many footnotes":    numbered("text[^%d]\n\n[^%d]: note\n\n", 16_000),
	"many definitions":  numbered("[%d]: /%d\n", 8_000),
	"many headings":     numbered("# a\n\n# a %d\n\n", 1<<17),
	"many tasks":        times("- [x] task\n", 10_000),
	"deep lists":        times("- ", 20) + "a",
	"much emphasis":     times("*a* **b** ", 1_000),
	"code":              "```\n" + times("[[[[ **** ```` <<<<\n", long/25) + "```\n",
	"blank lines":       times("\n", long),
	"spaces":            times(" ", long-1) + "a",
	"Chinese":           times("白茶是一种微发酵茶，是中国茶类中的特殊珍品。\n", long/70),
	"links to headings": times("# a\n\n[x](#a)\n\n", 10_000),
}

func TestTextsThatGrowAreRefused(t *testing.T) {
	for name, source := range bombs {
		dst := []byte("before")
		got, err := Markdown(dst, source, Options{})
		if !errors.Is(err, ErrTooComplex) || string(got) != "before" {
			t.Errorf("%s: %d bytes of HTML, %v", name, len(got), err)
		}
		if Absolute(source, inFeed) != source {
			if _, err := parse([]byte(source)); err != nil {
				t.Errorf("%s: Absolute changes what it cannot read", name)
			}
		}
		Excerpt(source, 160)
	}
}

func TestHonestTextsAreAccepted(t *testing.T) {
	for name, source := range honest {
		if _, err := Markdown(nil, source, Options{}); err != nil {
			t.Errorf("%s, %d bytes: %v", name, len(source), err)
		}
	}
}

// Each of these takes one of the HTML libraries quadratic time or memory.
var richBombs = map[string]string{
	"elements in elements": times("<div>", large/5),
	"marks left open":      "<p>" + times("<b><i><u><s><em><strong><code><small><tt><font>", 3) + times("<p>x", large/4),
	"links left open":      times("<a href=/><p>x", large/14),
	"code left open":       numbered("<code class=language-%d>x<p>", large),
}

// Each of these is rich text that the conversion to Markdown takes too long for.
var conversionBombs = map[string]string{
	"brackets":         times("[", large),
	"lists in lists":   times(times("<ul><li>x", 60)+times("</ul>", 60), large/(60*14)),
	"quotes in quotes": times("<blockquote>", 60) + times("<p>x</p>", large/9),
	"a wide table":     "<table><tr>" + times("<td>", large/8) + times("<tr><td>x", large/18),
	"wide cells":       "<table>" + times("<tr><td colspan=100>x", large/21),
	"tall cells":       "<table><tr>" + times("<td rowspan=900>x", 900) + times("<tr><td>x", 900),
}

func TestRichTextsThatGrowAreRefused(t *testing.T) {
	for name, source := range richBombs {
		if got, err := RichText([]byte("before"), source, Options{}); !errors.Is(err, ErrTooComplex) || string(got) != "before" {
			t.Errorf("%s: %d bytes of HTML, %v", name, len(got), err)
		}
	}
	for name, source := range conversionBombs {
		if _, err := RichText(nil, source, Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got, err := ToMarkdown(source, Options{}); !errors.Is(err, ErrTooComplex) {
			t.Errorf("%s: %d bytes of Markdown, %v", name, len(got), err)
		}
	}
}

func TestLongTextsAreRefused(t *testing.T) {
	tooLong := times("a", MaxSource+1)
	for name, err := range map[string]error{
		"Markdown":   second(Markdown(nil, tooLong, Options{})),
		"RichText":   second(RichText(nil, tooLong, Options{})),
		"ToMarkdown": second(ToMarkdown(tooLong, Options{})),
	} {
		if !errors.Is(err, ErrTooLong) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if Absolute(tooLong, inFeed) != tooLong {
		t.Error("Absolute changes what it cannot read")
	}
}

func second[T any](_ T, err error) error { return err }
