package templates_test

import (
	"bytes"
	"errors"
	"html/template"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/pages/templates"
)

// What a page writes is what html/template writes, of any value in any place.
func TestValuesAreEscapedAsHTMLTemplateDoes(t *testing.T) {
	const body = `{{ $v := .Entry.Data.value }}<p title="{{ $v }}" data-x={{ $v }}>{{ $v }}</p><a href="{{ $v }}">{{ $v | html }}</a>` +
		`<a href="/{{ $v }}">x</a><a href="/?q={{ $v }}">x</a><a href='{{ $v }}' hreflang="{{ $v }}">x</a><img src={{ $v }} srcset="{{ $v }}">` +
		`<textarea>{{ $v }}</textarea><title>{{ $v }}</title><p style="color: {{ $v }}" onclick="f({{ $v }})">{{ print $v "/" }}</p>` +
		`<script>var x = {{ $v }}, y = "{{ $v }}"</script><style>p { color: {{ $v }} }</style><a {{ $v }}>x</a>`
	set := parse(t, templates.Options{Files: files("one.html", body), Copies: 1})
	plain := template.Must(template.New("").Parse(body))
	for _, value := range hostileValues() {
		p := pageOf("en")
		p.Entry = &page.Entry{Data: map[string]any{"value": value}}
		got, err := set.Render(t.Context(), templates.Render{Name: "one.html", Page: p, Source: source{}}, nil)
		var want bytes.Buffer
		if err := errors.Join(err, plain.Execute(&want, p)); err != nil {
			t.Fatalf("%T %[1]q: %v", value, err)
		}
		if string(got) != want.String() {
			t.Errorf("%T %[1]q:\n%s\nwant\n%s", value, got, want.String())
		}
	}
}

func hostileValues() []any {
	values := []any{
		nil, "", 7, 1.5, true, time.Second, []any{"a", 1}, map[string]any{"a": "<b>"}, page.Detail, errors.New("<b>"), new(string),
		template.HTML(`<b title="x">1 + 1 &amp; 2</b>`), template.HTMLAttr(`title="<+>"`), template.URL("javascript:a('+')"), template.JS("f('<')"),
		"/en/articles/tea-1?cursor=a_b~c.d#top", "/zh-TW/%E8%8C%B6", "/%E8%8C%B", "/%zz", "%", "javascript:alert(1)", "JaVaScRiPt&colon;alert(1)",
		"http://tea.example/?a=1&b=2", "mailto:a@tea.example", "data:text/html,x", "//other.example", "茶 & 水", "It's \"so\" <b>",
		"\x00\u2028\ufdd0\ufeff", "\xff\xfe", "a b\tc\nd", "`${x}`", "</script><script>", "--><!--", "&amp;&lt;&", "(x) [y] {z}",
	}
	for c := range 256 {
		values = append(values, string([]byte{byte(c)}), string([]byte{'/', byte(c), 'a', ':', '0'}), string([]byte{'%', byte(c), 'f'}), string([]byte{'%', 'f', byte(c)}))
	}
	return values
}
