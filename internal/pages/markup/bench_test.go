package markup

import (
	"bytes"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

// article is what an editor writes on a day: 4 kB with headings, lists, links,
// a table, an image and code.
var article = strings.Repeat(`## A heading of its own

Tea is an *aromatic* beverage prepared by pouring hot or **boiling water** over cured
or fresh leaves of [Camellia sinensis](/en/plants/camellia), an evergreen shrub native
to East Asia. After plain water, tea is the most widely consumed drink in the world.

- Green tea, which is not oxidized
- White tea, wilted and `+"`unoxidized`"+`
- Black tea, fully oxidized, see https://example.org/black

![A cup of tea](/files/cup.jpg "Tea, as it is served in Taipei")

| Kind | Steeping | Temperature |
|------|---------:|:-----------:|
| green | 2 min | 80 °C |
| black | 4 min | 95 °C |

`+"```go\nfunc steep(leaves Leaves) (Tea, error) {\n\treturn pour(leaves, boiling)\n}\n```"+`

> 茶者，南方之嘉木也。一尺、二尺乃至數十尺。

`, 5)

func BenchmarkMarkdown(b *testing.B) {
	b.SetBytes(int64(len(article)))
	b.ReportAllocs()
	dst := make([]byte, 0, 1<<16)
	for b.Loop() {
		var err error
		if dst, err = Markdown(dst[:0], article, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRichText(b *testing.B) {
	html, err := Markdown(nil, article, Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(html)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := RichText(nil, string(html), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkToMarkdown(b *testing.B) {
	html, err := Markdown(nil, article, Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ToMarkdown(string(html), inFeed); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAbsolute(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Absolute(article, inFeed)
	}
}

func BenchmarkExcerpt(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Excerpt(article, 160)
	}
}

// BenchmarkGoldmark is the library alone with its own renderer, to compare with.
func BenchmarkGoldmark(b *testing.B) {
	md := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote))
	var out bytes.Buffer
	b.ReportAllocs()
	for b.Loop() {
		out.Reset()
		if err := md.Convert([]byte(article), &out); err != nil {
			b.Fatal(err)
		}
	}
}
