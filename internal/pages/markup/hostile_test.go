package markup

import (
	"os"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/asset"
)

// A vector is a text that tries to run a script or to change the page around it.
type vector struct{ name, text string }

var characters = strings.NewReplacer("{NUL}", "\x00", "{TAB}", "\t", "{CR}", "\r", "{FF}", "\f", "{ESC}", "\x1b",
	"{BOM}", "\ufeff", "{RLO}", "\u202e", "{LS}", "\u2028", "{SHY}", "\u00ad", "{ZWSP}", "\u200b")

func hostile(t testing.TB) []vector {
	t.Helper()
	text, err := os.ReadFile("testdata/hostile.txt")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	for i, block := range strings.Split("\n"+string(text), "\n%% ") {
		name, body, _ := strings.Cut(block, "\n")
		if i > 0 {
			vectors = append(vectors, vector{name, characters.Replace(strings.TrimSuffix(body, "\n"))})
		}
	}
	return vectors
}

// places are where a hostile text may stand, each as what becomes HTML of it.
var places = map[string]func(v string) (string, error){
	"Markdown":               func(v string) (string, error) { return markdownOf(v) },
	"Markdown address":       func(v string) (string, error) { return markdownOf("[a](<" + v + ">) ![b](<" + v + ">)") },
	"Markdown title":         func(v string) (string, error) { return markdownOf("[a](/x \"" + v + "\")\n\n![b](/y '" + v + "')") },
	"Markdown description":   func(v string) (string, error) { return markdownOf("a ![" + v + "](/x)") },
	"Markdown language":      func(v string) (string, error) { return markdownOf("```" + v + "\nx\n```") },
	"Markdown heading":       func(v string) (string, error) { return markdownOf("# " + v) },
	"Markdown cell":          func(v string) (string, error) { return markdownOf("| " + v + " |\n|---|\n| " + v + " |") },
	"Markdown made absolute": func(v string) (string, error) { return markdownOf(Absolute(v, inFeed)) },
	"rich text":              func(v string) (string, error) { return richOf(v) },
	"rich address":           func(v string) (string, error) { return richOf(`<a href="` + v + `">a</a><img src='` + v + `'>`) },
	"Markdown player":        func(v string) (string, error) { return markdownOf("<https://youtu.be/dQw4w9WgXcQ?" + v + ">") },
	"rich player": func(v string) (string, error) {
		const address = "https://youtu.be/dQw4w9WgXcQ?"
		return str(RichText(nil, `<p><a href="`+address+v+`">`+address+v+`</a></p>`, Options{Players: players}))
	},
	"rich description": func(v string) (string, error) { return richOf(`<img src="/x" alt="` + v + `" title='` + v + `'>`) },
	"rich text as Markdown": func(v string) (string, error) {
		text, err := ToMarkdown(v, inFeed)
		if err != nil {
			return "", err
		}
		return markdownOf(text)
	},
	"words of a picture": func(v string) (string, error) {
		return described(v, "kettle", Markdown, "a ![](media:x)\n\n![](media:x)")
	},
	"words of a video": func(v string) (string, error) {
		return described(v, "pour", Markdown, "a ![](media:x)\n\n![](media:x)")
	},
	"words of a document": func(v string) (string, error) {
		return described(v, "price-list", RichText, `<a href="/y"><img src="media:x"></a><img src="media:x">`)
	},
	"words of a picture in a feed": func(v string) (string, error) {
		return described(v, "kettle", func(dst []byte, v string, o Options) ([]byte, error) {
			o.Base = here
			return RichText(dst, v, o)
		}, `<figure><img src="media:x"></figure>`)
	},
	"title": func(v string) (string, error) { return markdownOf("# " + EscapeInline(v) + "\n\n- " + Link(v, v)) },
}

// described is a text that shows a file of the media library, of which people said v.
func described(v, id string, make func([]byte, string, Options) ([]byte, error), text string) (string, error) {
	file := *library[id]
	file.Alt, file.Caption = v, v
	return str(make(nil, text, Options{Media: func(string) *asset.Asset { return &file }}))
}

func markdownOf(v string) (string, error) { return str(Markdown(nil, v, Options{Players: players})) }
func richOf(v string) (string, error)     { return str(RichText(nil, v, Options{})) }

func TestNothingHostileGetsThrough(t *testing.T) {
	vectors := hostile(t)
	if len(vectors) < 250 {
		t.Errorf("%d vectors; is the corpus whole?", len(vectors))
	}
	for _, v := range vectors {
		for place, html := range places {
			got, err := html(v.text)
			if err != nil {
				t.Errorf("%s as %s: %v", v.name, place, err)
			} else if err := checkHTML(got); err != nil {
				t.Errorf("%s as %s: %v\n%s", v.name, place, err, got)
			}
		}
	}
}

// What would run if it stood in a page as it is must be found by the check.
func TestTheCheckFindsWhatIsHostile(t *testing.T) {
	for _, html := range []string{
		`<script>alert(1)</script>`, `<img src="x" onerror="alert(1)">`, `<a href="javascript:alert(1)">x</a>`,
		`<a href="java&#9;script:alert(1)">x</a>`, `<p style="x">y</p>`, `<h2 id="location">x</h2>`, `<!-- x -->`,
		`<p><b>x</p></b>`, `<p>x`, `<p><ul></ul></p>`, `<svg></svg>`, `<h3 id="h-x">x</h3>`, `<p>x</p></div>`,
		`<h2 id="h-x">x</h2><h2 id="h-x">x</h2>`, `<table><tr><td>x</td></tr></table>`, `<a href="/x"><a href="/y">z</a></a>`,
		`<iframe srcdoc="x"></iframe>`, `<img src="data:image/png;base64,AA" alt="">`, `<code class="x">y</code>`,
	} {
		if checkHTML(html) == nil {
			t.Errorf("the check finds nothing in %s", html)
		}
	}
}

func TestPlainTextStaysPlain(t *testing.T) {
	for _, v := range hostile(t) {
		for name, got := range map[string]string{"Excerpt": Excerpt(v.text, 80), "ExcerptRichText": ExcerptRichText(v.text, 80)} {
			if strings.ContainsAny(got, "\n\r\x00") || len([]rune(got)) > 80 {
				t.Errorf("%s: %s is %q", v.name, name, got)
			}
		}
	}
}
