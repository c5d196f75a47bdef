package preview

import (
	"crypto/sha256"
	_ "embed" // of the script
	"encoding/base64"
	"slices"
	"strings"
)

// FieldAttribute marks an element of a page with the property that it shows:
// data-field="title". A click on it leads to the field of the form.
const FieldAttribute = "data-field"

//go:embed frame.js
var script string

// hash admits the script.
var hash = func() string {
	sum := sha256.Sum256([]byte(script))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()

// Document is the document of the frame, the same for every site and page.
func Document() []byte {
	return []byte("<!doctype html><html><head><meta charset=\"utf-8\"><title></title><script>" + script + "</script></head><body></body></html>\n")
}

// own is what holds for every preview, whatever public pages may do. The frame
// has an opaque origin even where somebody opens its address by itself; 'self' is
// still the site.
var own = []string{
	"default-src 'none'", "script-src " + hash, "base-uri 'self'", "form-action 'none'", "frame-ancestors 'self'", "sandbox allow-scripts",
}

// shown are the directives of public pages that hold for their preview too: how
// they look.
var shown = []string{"style-src", "style-src-elem", "style-src-attr", "img-src", "font-src", "media-src"}

// Policy is the content security policy of the document, for a site whose public
// pages have the given one. Its styles, pictures and fonts load from where they do
// in public; scripts, connections, forms and frames of the site are left out.
func Policy(public string) string {
	rules := slices.Clone(own)
	for directive := range strings.SplitSeq(public, ";") {
		name, _, _ := strings.Cut(strings.TrimSpace(directive), " ")
		if slices.Contains(shown, strings.ToLower(name)) {
			rules = append(rules, strings.TrimSpace(directive))
		}
	}
	return strings.Join(rules, "; ")
}

// AnswerPolicy is the content security policy of the HTML before it is in the
// frame. Who opens that answer as a document sees nothing run or load.
const AnswerPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
