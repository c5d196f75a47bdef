package markup

import "strings"

// player writes what shows an address that is alone in its paragraph, as the Admin
// application shows it as a card (decision 342), and reports whether the site admits
// such a player.
func (w *writer) player(alone loneLink) bool {
	href, ok := address(alone.href, linkAddress)
	if !ok || w.o.Foreign || !alone.showsAddress() {
		return false
	}
	p, ok := w.o.Players.Of(href)
	if !ok {
		return false
	}
	_, rest, _ := strings.Cut(href, "://")
	name := p.Host + ": " + rest
	w.raw(`<figure class="embed">`)
	if w.o.Still {
		w.raw("<a")
		w.attr("href", href)
		w.attr("style", p.Look.Style()+";display:grid;place-items:center;background:#8883")
		w.raw(">")
		w.text(name)
		w.raw("</a>")
	} else {
		w.raw("<iframe")
		w.attr("src", p.Address)
		w.attr("title", name)
		w.attr("style", p.Look.Style())
		w.raw(` loading="lazy" allow="encrypted-media; fullscreen; picture-in-picture"`)
		// A player needs to know which site shows it, and may not lead its readers away.
		w.raw(` referrerpolicy="strict-origin-when-cross-origin"`)
		w.raw(` sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation"></iframe>`)
	}
	w.raw("</figure>\n")
	return true
}
