package markup

import (
	"strconv"
	"strings"
	"unicode"
)

// An outline gives each heading of a text its level in the page and its id.
type outline struct {
	base   int
	prefix string
	open   []openHeading
	ids    map[string]int // the last number that was appended to a name
}

// An openHeading is one that later headings can stand below.
type openHeading struct{ source, level int }

func newOutline(o Options) *outline {
	return &outline{base: max(o.Level, 1), prefix: o.IDPrefix + "h-"}
}

// level returns the level in the page of a heading that has the level source in
// its text: one below the nearest heading that it stands below, so that no level
// is left out whatever the text does.
func (o *outline) level(source int) int {
	for len(o.open) > 0 && o.open[len(o.open)-1].source >= source {
		o.open = o.open[:len(o.open)-1]
	}
	level := o.base
	if len(o.open) > 0 {
		level = o.open[len(o.open)-1].level
	}
	level = min(level+1, 6)
	o.open = append(o.open, openHeading{source, level})
	return level
}

// id returns an id of the page that no other heading has. Its prefix ends in a
// hyphen, so that it is never the name of a property of window or document.
func (o *outline) id(text string) string {
	if o.ids == nil {
		o.ids = map[string]int{}
	}
	name := slug(text)
	if _, taken := o.ids[name]; !taken {
		o.ids[name] = 1
		return o.prefix + name
	}
	for {
		o.ids[name]++
		numbered := name + "-" + strconv.Itoa(o.ids[name])
		if _, taken := o.ids[numbered]; !taken {
			o.ids[numbered] = 1
			return o.prefix + numbered
		}
	}
}

// has reports whether a heading got the id of this name.
func (o *outline) has(name string) bool {
	_, ok := o.ids[name]
	return ok
}

// maxSlug is how many letters and digits of a heading its id keeps.
const maxSlug = 64

// slug returns the letters and digits of a text in any script, in lower case,
// with a hyphen for what stands between them.
func slug(text string) string {
	var b strings.Builder
	n, gap := 0, false
	for _, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) {
			gap = gap || !unicode.IsMark(r) && r != '\'' && r != '’'
			continue
		}
		if n++; n > maxSlug {
			break
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		gap = false
		b.WriteRune(unicode.ToLower(r))
	}
	if b.Len() == 0 {
		return "section"
	}
	return b.String()
}
