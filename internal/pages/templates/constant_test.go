package templates_test

import (
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/pages/templates"
)

// A text whose key is written out is what it is where the key is made: in every place of
// a document, whatever the text holds, and for each page in its own locale.
func TestTextsThatAreWrittenOutAreThoseThatAreAskedFor(t *testing.T) {
	const places = `<p title="KEY">KEY</p><a href="/?q=KEY" data-x=KEY>KEY</a><textarea>KEY</textarea>` +
		`{{ range .Menu }}<b>KEY</b>{{ else }}KEY{{ end }}<script>var x = KEY, y = "KEY"</script><style>p { color: KEY }</style>`
	set := parse(t, templates.Options{Files: files(
		"one.html", strings.ReplaceAll(places, "KEY", `{{ t "hostile" }}`),
		"two.html", strings.ReplaceAll(places, "KEY", `{{ t (print "hostile") }}`),
		"locales/en.yaml", `hostile: "a+b <i title=\"x\">'&\u2028</i> \u0001 {0}"`,
		"locales/zh-TW.yaml", `hostile: "茶 & 水"`,
	), Copies: 1})
	for _, locale := range []string{"en", "zh-TW", "en", "zh-TW"} {
		said := map[string]string{}
		for _, name := range []string{"one.html", "two.html"} {
			body, err := set.Render(t.Context(), templates.Render{Name: name, Page: pageOf(locale), Source: source{}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			said[name] = string(body)
		}
		if said["one.html"] != said["two.html"] {
			t.Errorf("%s:\n%s\n%s", locale, said["one.html"], said["two.html"])
		}
		if isTea := strings.Contains(said["one.html"], "茶"); isTea != (locale == "zh-TW") {
			t.Errorf("the texts of %s:\n%s", locale, said["one.html"])
		}
	}
}
