package head

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"net/url"
)

// Analytics is the markup of the configured services and what a policy must admit
// for it. It depends on the site configuration alone: make it once for each.
type Analytics struct {
	HTML    template.HTML
	Sources Sources
}

// NewAnalytics writes the standard snippets of Google Analytics 4 and of the Meta
// pixel for ids that are not empty. Ids are free strings.
func NewAnalytics(ga4, pixel string) Analytics {
	a := Analytics{Sources: Sources{}}
	if ga4 != "" {
		a.google(ga4)
	}
	if pixel != "" {
		a.meta(pixel)
	}
	return a
}

func (a *Analytics) google(id string) {
	address := "https://www.googletagmanager.com/gtag/js?id=" + url.QueryEscape(id)
	a.HTML += template.HTML(`<script async src="` + template.HTMLEscapeString(address) + "\"></script>\n") //nolint:gosec // escaped
	a.script("window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments);}" +
		"gtag('js',new Date());gtag('config'," + quote(id) + ");")
	a.Sources.Add("script-src", "https://*.googletagmanager.com")
	a.Sources.Add("img-src", "https://*.google-analytics.com", "https://*.googletagmanager.com")
	a.Sources.Add("connect-src", "https://*.google-analytics.com", "https://*.analytics.google.com", "https://*.googletagmanager.com")
}

// meta leaves out the snippet's picture for browsers without scripts: a head may
// hold none, and it would tell a visit of somebody who turned scripts off.
func (a *Analytics) meta(id string) {
	a.script("!function(f,b,e,v,n,t,s){if(f.fbq)return;n=f.fbq=function(){n.callMethod?" +
		"n.callMethod.apply(n,arguments):n.queue.push(arguments)};if(!f._fbq)f._fbq=n;" +
		"n.push=n;n.loaded=!0;n.version='2.0';n.queue=[];t=b.createElement(e);t.async=!0;" +
		"t.src=v;s=b.getElementsByTagName(e)[0];s.parentNode.insertBefore(t,s)}" +
		"(window,document,'script','https://connect.facebook.net/en_US/fbevents.js');" +
		"fbq('init'," + quote(id) + ");fbq('track','PageView');")
	a.Sources.Add("script-src", "https://connect.facebook.net")
	a.Sources.Add("img-src", "https://www.facebook.com")
	a.Sources.Add("connect-src", "https://www.facebook.com", "https://connect.facebook.net")
}

func (a *Analytics) script(text string) {
	a.HTML += template.HTML("<script>" + text + "</script>\n") //nolint:gosec // code of ours; ids in it are quoted
	a.Sources.Add("script-src", Hash(text))
}

// quote is a text as a string of JavaScript that ends no script element.
func quote(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		return `""` // a string: it cannot fail
	}
	return string(quoted)
}

// Hash is the source that admits one inline script, whose text is between the
// tags byte for byte.
func Hash(script string) string {
	sum := sha256.Sum256([]byte(script))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
