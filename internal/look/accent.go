package look

import (
	"maps"
	"strconv"
)

// Accent is a site's own color in the place of the green of the look: the ten shades
// that the Admin application is painted with, and the tokens of both schemes that
// change.
type Accent struct {
	Shades [10]string        `json:"shades"`
	Light  map[string]string `json:"light"`
	Dark   map[string]string `json:"dark"`
}

// IsAccent reports whether a text is a color that Of takes: #rrggbb.
func IsAccent(color string) bool {
	if len(color) != 7 || color[0] != '#' {
		return false
	}
	_, err := strconv.ParseUint(color[1:], 16, 32)
	return err == nil
}

// What WCAG 2 asks of text, and of what is seen and not read (level AA).
const (
	forText  = 4.5
	forShape = 3
)

// Of is the look of a site that has a color of its own; the usual one for "". Its hue
// stays, and how light it is gives way until whatever is read on it or in it can be
// read, whichever color it is (decision 341).
func Of(color string) Tokens {
	t := Read()
	if !IsAccent(color) {
		return t
	}
	accent := accentOf(parse(color), t)
	t.Light, t.Dark, t.Accent = merged(t.Light, accent.Light), merged(t.Dark, accent.Dark), accent
	return t
}

func merged(all, some map[string]string) map[string]string {
	all = maps.Clone(all)
	maps.Copy(all, some)
	return all
}

func accentOf(own oklch, t Tokens) *Accent {
	light, act, near := lightOf(own, t.Light)
	a := &Accent{Light: light, Dark: darkOf(own, act, t.Dark)}
	for i, l := range [...]float64{.981, .945, .875, .8, .72, .645} {
		a.Shades[i] = shade(own, l, [...]float64{.12, .25, .45, .7, .9, 1}[i])
	}
	a.Shades[6] = between(own, act.l+.06, func(c string) bool {
		return standsOut(c, forShape, t.Light["card"], t.Light["paper"], t.Light["note"])
	}, func(c string) bool { return standsOut(c, forShape, t.Dark["card"], t.Dark["paper"], t.Dark["note"]) })
	a.Shades[7], a.Shades[8] = light["act"], light["act-near"]
	a.Shades[9] = shade(own, max(0, min(.34, act.l-.13, near.l-.06)), 1)
	return a
}

// lightOf are the tokens by day. What acts is as light as the site's color is, or as
// dark as it must be; under the pointer it is darker, or lighter where it is nearly black.
func lightOf(own oklch, t map[string]string) (tokens map[string]string, act, near oklch) {
	tint := shade(own, .957, .2)
	grounds := []string{t["card"], t["paper"], t["note"], tint}
	act = moved(own, own.l, -.005, grounds...)
	next := act.l - .09
	if act.l < .25 {
		next = act.l + .12
	}
	near = moved(own, next, -.005, grounds...)
	return map[string]string{
		"act": act.text(), "act-near": near.text(), "on-act": "#ffffff", "tint": tint, "fill": act.text(), "fill-near": near.text(),
	}, act, near
}

// darkOf are the tokens by night. What is read is light; a filled button has white
// words on it, and still stands out from the page.
func darkOf(own, day oklch, t map[string]string) map[string]string {
	tint, on := shade(own, .285, .4), shade(own, .22, .3)
	grounds := []string{t["card"], t["paper"], t["note"], tint, on}
	act := moved(own, max(own.l, .76), .005, grounds...)
	next := act.l + .08
	if next > .97 {
		next = act.l - .12
	}
	fill := between(own, day.l, func(c string) bool { return standsOut(c, forText, "#ffffff") }, func(c string) bool { return standsOut(c, forShape, t["card"], t["paper"]) })
	return map[string]string{
		"act": act.text(), "act-near": moved(own, next, .005, grounds...).text(), "on-act": on, "tint": tint,
		"fill": fill, "fill-near": shade(own, parse(fill).l-.06, 1),
	}
}

// shade is the color at another lightness, with a part of its strength.
func shade(own oklch, l, strength float64) string { return oklch{l, own.c * strength, own.h}.text() }

// moved is the color at the first lightness from l, in steps, at which it can be read
// on every ground.
func moved(own oklch, l, step float64, grounds ...string) oklch {
	at := oklch{l, own.c, own.h}
	for at.l > 0 && at.l < 1 && !standsOut(at.text(), forText, grounds...) {
		at.l += step
	}
	at.l = min(max(at.l, 0), 1)
	return at
}

// between is the color at the lightness nearest to l at which it is dark enough for the
// one and light enough for the other.
func between(own oklch, l float64, dark, light func(color string) bool) string {
	for !dark(shade(own, l, 1)) && l > 0 {
		l -= .005
	}
	for !light(shade(own, l, 1)) && l < 1 {
		l += .005
	}
	return shade(own, l, 1)
}
