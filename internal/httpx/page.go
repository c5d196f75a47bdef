package httpx

import "net/http"

// WritePage answers with a page of our own. Its content security policy runs
// only the scripts and styles that carry nonce, lets the page speak to its own
// origin alone, and lets nobody frame it. nonce must be new and random for each
// answer.
func WritePage(w http.ResponseWriter, nonce string, html []byte) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", pagePolicy(nonce))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	_, _ = w.Write(html) // the client is gone; there is nobody left to tell
}

func pagePolicy(nonce string) string {
	return "default-src 'none'; connect-src 'self'; style-src 'nonce-" + nonce + "'; script-src 'nonce-" + nonce +
		"'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}
