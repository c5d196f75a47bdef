package pages

import (
	"net/http"
	"strings"
	"testing"
)

// A text may be an object from locale to text, as a title may: its page, its mirror and
// what describes it have the words of their locale.
func TestATextInEveryLanguageIsThatOfThePage(t *testing.T) {
	s := open(t, []string{"en", "zh-TW"}, talks())
	s.publish("talks", map[string]any{
		"slug": "pour", "name": map[string]any{"en": "Pouring", "zh-TW": "注水"}, "place": map[string]any{"street": "Cup Road"},
		"text": map[string]any{"en": "Pour it *slowly*.", "zh-TW": "慢慢地倒。"},
	})
	for path, wanted := range map[string][]string{
		"/en/talks/pour":       {`<p>Pour it <em>slowly</em>.</p>`, `<meta name="description" content="Pour it slowly.">`, "<h1 >Pouring"},
		"/zh-TW/talks/pour":    {`<p>慢慢地倒。</p>`, `<meta name="description" content="慢慢地倒。">`},
		"/en/talks/pour.md":    {"# Pouring\n\nPour it *slowly*.", "description: Pour it slowly."},
		"/zh-TW/talks/pour.md": {"# 注水\n\n慢慢地倒。", "description: 慢慢地倒。"},
		"/en/talks/feed.json":  {`Pour it \u003cem\u003eslowly`},
		"/zh-TW/llms.txt":      {"慢慢地倒。"},
	} {
		body := s.want(path, http.StatusOK).Body.String()
		for _, each := range wanted {
			if !strings.Contains(body, each) {
				t.Errorf("%s lacks %s:\n%s", path, each, body)
			}
		}
		if strings.Contains(body, "Cup Road") {
			t.Errorf("%s shows an object that is no text:\n%s", path, body)
		}
	}
}

// A text of a page that is declared need not be Markdown, in one language or in several.
func TestADeclaredTextNeedsNoHint(t *testing.T) {
	plain := talks()
	plain.Body = "name"
	s := open(t, []string{"en", "zh-TW"}, plain)
	s.publish("talks", map[string]any{"slug": "pour", "name": map[string]any{"en": "Pouring *slowly*", "zh-TW": "注水"}})
	for path, wanted := range map[string]string{
		"/en/talks/pour":       `<meta name="description" content="Pouring *slowly*">`,
		"/zh-TW/talks/pour.md": "description: 注水",
	} {
		if body := s.want(path, http.StatusOK).Body.String(); !strings.Contains(body, wanted) {
			t.Errorf("%s lacks %s:\n%s", path, wanted, body)
		}
	}
}
