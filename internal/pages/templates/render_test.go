package templates_test

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/pages/templates"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// one makes a set of one page.
func one(t testing.TB, text string, o templates.Options) *templates.Set {
	t.Helper()
	o.Files = files("page.html", text, "well.html", "well")
	return parse(t, o)
}

func TestRenderAppends(t *testing.T) {
	set := one(t, "{{ .Entry.Title }}", templates.Options{})
	out, err := set.Render(t.Context(), renderOf("page.html", "en"), []byte("before "))
	if string(out) != "before Water" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
}

// An error leaves dst as it was, is a 500 that tells a caller nothing, and the
// next render of the same copy is served.
func TestAFaultIsAFailureOfThisRenderAlone(t *testing.T) {
	set := one(t, "much text {{ if .Preview }}{{ range 1000000000000 }}{{ end }}{{ end }}", templates.Options{Copies: 1, Time: 50 * time.Millisecond})
	for range 3 {
		r := preview()
		out, err := set.Render(t.Context(), r, []byte("before"))
		d := diag.As(err)
		if string(out) != "before" || d.Code != diag.InternalError || strings.Contains(d.Message, "page.html") {
			t.Errorf("%q, %v", out, err)
		}
		if want := "page.html:1:37: the page took longer than 50ms"; fault(err) != want {
			t.Errorf("%s", fault(err))
		}
		if out, err := set.Render(t.Context(), renderOf("page.html", "en"), nil); string(out) != "much text " || err != nil {
			t.Errorf("the next: %q, %v", out, err)
		}
	}
}

func TestAnUnknownTemplateIsAFailure(t *testing.T) {
	_, err := one(t, "x", templates.Options{}).Render(t.Context(), renderOf("other.html", "en"), nil)
	if !diag.HasCode(err, diag.InternalError) || !strings.Contains(said(err), `"other.html"`) {
		t.Error(said(err))
	}
}

// Calls that double 60 times take the place of a loop.
func TestManyCallsEnd(t *testing.T) {
	var all strings.Builder
	for i := range 60 {
		fmt.Fprintf(&all, "{{ define \"a%d\" }}{{ template \"a%d\" . }}{{ template \"a%d\" . }}{{ end }}", i, i+1, i+1)
	}
	all.WriteString(`{{ define "a60" }}{{ end }}{{ template "a0" . }}`)
	_, err := one(t, all.String(), templates.Options{Time: 50 * time.Millisecond}).Render(t.Context(), renderOf("page.html", "en"), nil)
	if !strings.HasPrefix(fault(err), "page.html:1:") || !strings.Contains(fault(err), "longer than 50ms") {
		t.Error(fault(err))
	}
}

// Templates that call one another a thousand deep, each once, are too many as
// well: the stack of a program has an end.
func TestALongChainEnds(t *testing.T) {
	var all strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&all, "{{ define \"a%d\" }}{{ template \"a%d\" . }}{{ end }}", i, i+1)
	}
	all.WriteString(`{{ define "a1000" }}{{ end }}{{ template "a0" . }}`)
	_, err := one(t, all.String(), templates.Options{}).Render(t.Context(), renderOf("page.html", "en"), nil)
	if !strings.Contains(fault(err), "more than 100 templates") {
		t.Error(fault(err))
	}
}

// reads is a source whose reads are what a test says.
type reads struct {
	source
	entries func(ctx context.Context) ([]*page.Entry, error)
}

func (r reads) Entries(ctx context.Context, _ string, _ int) ([]*page.Entry, error) {
	return r.entries(ctx)
}

func TestAReadEndsWithTheRender(t *testing.T) {
	set := one(t, "<p>\n{{ range entries \"posts\" 3 }}{{ end }}", templates.Options{Time: 50 * time.Millisecond})
	r := renderOf("page.html", "en")
	r.Source = reads{entries: func(ctx context.Context) ([]*page.Entry, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	_, err := set.Render(t.Context(), r, nil)
	if !errors.Is(err, context.DeadlineExceeded) || !strings.HasPrefix(fault(err), "page.html:2:10: ") {
		t.Error(fault(err))
	}
}

func TestARenderEndsWithItsRequest(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	set := one(t, "{{ stop }}{{ range 1000000000000 }}{{ end }}", templates.Options{
		Time: time.Hour, Funcs: template.FuncMap{"stop": func() string { cancel(); return "" }},
	})
	if _, err := set.Render(ctx, renderOf("page.html", "en"), nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// What cannot be read for now is told as that; other refusals of a read are
// mistakes of the template.
func TestAnErrorOfAReadIsAFailure(t *testing.T) {
	set := one(t, "{{ range entries \"posts\" 3 }}{{ end }}", templates.Options{})
	for code, status := range map[diag.Code]int{
		diag.ResourceUnavailable: http.StatusServiceUnavailable,
		diag.NotFound:            http.StatusInternalServerError,
		diag.AuthDenied:          http.StatusInternalServerError,
	} {
		r := renderOf("page.html", "en")
		r.Source = reads{entries: func(context.Context) ([]*page.Entry, error) { return nil, diag.At(code, "", "No.") }}
		_, err := set.Render(t.Context(), r, nil)
		if diag.As(err).Status() != status || !strings.HasPrefix(fault(err), "page.html:1:10: ") {
			t.Errorf("%s: %v", code, said(err))
		}
	}
}

func TestFunctionsOfTheProgram(t *testing.T) {
	funcs := template.FuncMap{
		"shout":  func(s string) string { return s + "!" },
		"broken": func() string { panic("a fault of the program") },
	}
	set := parse(t, templates.Options{Funcs: funcs, Files: files("page.html", "{{ shout .Entry.Data.html }}", "broken.html", "\n{{ broken }}")})
	if out, err := set.Render(t.Context(), renderOf("page.html", "en"), nil); string(out) != "&lt;img src=x onerror=alert(1)&gt;!" {
		t.Errorf("%q, %v", out, err)
	}
	_, err := set.Render(t.Context(), renderOf("broken.html", "en"), nil)
	if want := "broken.html:2:4: <broken>: error calling broken: a fault of the program"; fault(err) != want {
		t.Error(fault(err))
	}
}

func TestANameThatIsTakenIsRefused(t *testing.T) {
	for _, name := range []string{"markdown", "len", "printf", "_check"} {
		set, problems := templates.Parse(templates.Options{Funcs: template.FuncMap{name: func() string { return "" }}})
		if set != nil || len(problems) != 1 || problems[0].Code != diag.TemplateInvalid {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

// Each render sees its own page, also when many are made at once with fewer
// copies.
func TestRendersAtOnce(t *testing.T) {
	set := parse(t, templates.Options{
		Copies: 3,
		Files: files("layout.html", `{{ .Locale }} {{ template "main" . }}`, "partials/more.html", `{{ t "older" }} {{ date .Entry.UpdatedAt }} {{ with older .Entry }}{{ .Title }}{{ end }}`,
			"page.html", `{{ .Entry.Title }} {{ template "more" . }}`, "locales/en.yaml", "older: Older", "locales/zh-TW.yaml", "older: 較舊"),
	})
	want := map[string]string{"en": "en Water Older Mar 5, 2026 Pots", "zh-TW": "zh-TW Water 較舊 2026年3月5日 Pots"}
	var all sync.WaitGroup
	for i := range 16 {
		locale := [...]string{"en", "zh-TW"}[i%2]
		all.Go(func() {
			for range 50 {
				out, err := set.Render(t.Context(), renderOf("page.html", locale), nil)
				if string(out) != want[locale] || err != nil {
					t.Errorf("%s: %q, %v", locale, out, err)
				}
			}
		})
	}
	all.Wait()
}

// A render waits for a copy no longer than one may render.
func TestTooManyRendersAreRefused(t *testing.T) {
	set := one(t, `{{ range entries "posts" 1 }}{{ end }}`, templates.Options{Copies: 1, Time: 100 * time.Millisecond})
	r, reading, done := renderOf("page.html", "en"), make(chan struct{}), make(chan struct{})
	r.Source = reads{entries: func(context.Context) ([]*page.Entry, error) {
		close(reading)
		<-done
		return nil, nil
	}}
	var first sync.WaitGroup
	first.Go(func() { _, _ = set.Render(t.Context(), r, nil) })
	<-reading
	_, err := set.Render(t.Context(), renderOf("page.html", "en"), nil)
	close(done)
	first.Wait()
	if !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Error(err)
	}
}

func TestWhereFilesComeFrom(t *testing.T) {
	set := parse(t, templates.Options{
		Files: files("post.html", "x", "partials/card.html", "x"),
		Theme: files("layout.html", `{{ template "main" . }}`, "post.html", "x", "list.html", "x", "partials/card.html", "x"),
	})
	got := fmt.Sprintln(set.Files(), set.Names(), set.Origin("post.html"), set.Origin("list.html"), set.Origin("none.html"))
	if want := "[{layout.html theme} {list.html theme} {partials/card.html site} {post.html site}] [list.html post.html] site theme \n"; got != want {
		t.Error(got)
	}
}

// Every template of a circle counts how deep it is, wherever the circle is
// entered and whatever else its templates call.
func TestEveryCircleEnds(t *testing.T) {
	for size := 1; size <= 5; size++ {
		var all strings.Builder
		for i := range size {
			fmt.Fprintf(&all, `{{ define "a%d" }}{{ template "leaf" . }}{{ template "a%d" . }}{{ template "leaf" . }}{{ end }}`, i, (i+1)%size)
		}
		for i := range size {
			text := fmt.Sprintf(`{{ define "leaf" }}x{{ end }}%s{{ template "leaf" . }}{{ template "a%d" . }}`, all.String(), i)
			_, err := one(t, text, templates.Options{}).Render(t.Context(), renderOf("page.html", "en"), nil)
			if !strings.Contains(fault(err), "more than 100 templates") {
				t.Errorf("a circle of %d, entered at %d: %s", size, i, fault(err))
			}
		}
	}
}
