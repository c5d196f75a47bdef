package shell

import (
	"bytes"
	"crypto/rand"
	"html/template"
	"net/http"
	"sync"

	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/look"
)

var frame = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{{.Title}}</title>
<style nonce="{{.Nonce}}">{{.Style}}
body { margin: 0; padding: 12vh 1.25rem 3rem; background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--font-text); }
main { max-width: 36rem; margin: 0 auto; padding: 2rem; background: var(--card); border: 1px solid var(--edge); border-radius: var(--radius-large); overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.75rem; font-weight: 650; line-height: 1.2; letter-spacing: -.025em; }
p { margin: 0 0 .75rem; color: var(--soft); }
code, pre { font-family: var(--font-mono); font-size: .875em; color: var(--ink); }
pre { margin: 1rem 0 0; padding: .75rem; overflow-x: auto; white-space: pre-wrap; background: var(--note); border-radius: var(--radius-small); }
</style>
</head>
<body><main>{{.Content}}</main></body>
</html>
`))
})

// instead answers with what there is to say in the place of the application. content
// is HTML of ours.
func instead(w http.ResponseWriter, tokens look.Tokens, status int, title, content string) {
	var body bytes.Buffer
	nonce := rand.Text()
	_ = frame().Execute(&body, map[string]any{ // into a buffer
		"Title": title, "Nonce": nonce, "Style": template.CSS(tokens.Style()), "Content": template.HTML(content), //nolint:gosec // ours
	})
	httpx.WritePage(w, httpx.Page{Status: status, Nonce: nonce, HTML: body.Bytes(), Fonts: true})
}
