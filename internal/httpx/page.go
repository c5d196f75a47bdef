package httpx

import (
	"net/http"
	"strings"
)

// Page is a page of our own and what it may do. Its content security policy
// runs only the scripts and styles that carry Nonce, lets the page speak to its
// own origin alone, and lets nobody frame it.
type Page struct {
	Status int    // 0 is 200
	Nonce  string // new and random for each answer
	HTML   []byte

	// Images are further sources of images, such as https://tea.example.
	Images []string

	// Media are sources of video and sound; without them the page plays none.
	Media []string

	// Workers lets the page run workers of its own origin. They have the policy of
	// their own files, not that of the page.
	Workers bool

	// Connect are further places that its scripts may speak to.
	Connect []string

	// Frames lets the page frame pages of its own origin that allow it, and lets
	// nothing that it frames go elsewhere.
	Frames bool

	// Fonts lets the page load fonts of its own origin.
	Fonts bool

	// Forms lets the page send forms. Where they lead is not restricted: a
	// browser would apply that to the redirects that follow too, which is where
	// a sign-in or a consent goes.
	Forms bool
}

// WritePage answers with the page.
func WritePage(w http.ResponseWriter, p Page) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", p.policy())
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin") // no-referrer would make a form's Origin null
	if p.Status != 0 {
		w.WriteHeader(p.Status)
	}
	_, _ = w.Write(p.HTML) // the client is gone; there is nobody left to tell
}

func (p Page) policy() string {
	rules := []string{
		"default-src 'none'", strings.Join(append([]string{"connect-src 'self'"}, p.Connect...), " "),
		"style-src 'nonce-" + p.Nonce + "'", "script-src 'nonce-" + p.Nonce + "'",
		strings.Join(append([]string{"img-src data:"}, p.Images...), " "),
		"base-uri 'none'", "frame-ancestors 'none'",
	}
	if len(p.Media) > 0 {
		rules = append(rules, strings.Join(append([]string{"media-src"}, p.Media...), " "))
	}
	if p.Fonts {
		rules = append(rules, "font-src 'self'")
	}
	if p.Workers {
		rules = append(rules, "worker-src 'self'")
	}
	if p.Frames {
		rules = append(rules, "frame-src 'self'")
	}
	if !p.Forms {
		rules = append(rules, "form-action 'none'")
	}
	return strings.Join(rules, "; ")
}
