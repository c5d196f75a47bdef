package pages

import (
	"bytes"
	"context"

	"github.com/quartet-dev/quartet/internal/pages/document"
)

// llmsSize is how many entries a page of llms.txt has.
const llmsSize = 50

// section is what one collection has in one locale.
type section struct {
	route  *route
	locale string
}

// sections are those of an index, in its order: all of a collection together.
func (v *visit) sections() (all []section) {
	locales := v.site.locales
	switch {
	case v.target.locale != "":
		locales = []string{v.target.locale}
	case len(locales) == 0:
		locales = []string{""}
	}
	for _, r := range v.routes.all {
		for _, locale := range locales {
			all = append(all, section{r, locale})
		}
	}
	return all
}

// llms is the index for agents, one page of it.
func (v *visit) llms(ctx context.Context, cursor string) (*answer, error) {
	doc := &document.LLMs{Site: v.site.page}
	at, err := v.openPlace("llms", cursor, keysByTime)
	if err != nil {
		return nil, err
	}
	all := v.sections()
	for left := llmsSize; left > 0 && at.section < len(all); at.section++ {
		s := all[at.section]
		items, next, err := v.list(ctx, read{route: s.route, locale: s.locale, after: at.after, limit: left, of: short})
		if err != nil {
			return nil, err
		}
		doc.Sections = append(doc.Sections, v.llmsSection(s, items))
		left -= len(items)
		if at.after = next; next != nil {
			break
		}
	}
	if at.section < len(all) {
		doc.Next = paged(v.target.path(), v.sealPlace("llms", at, keysByTime))
	}
	var body bytes.Buffer
	if err := document.WriteLLMs(&body, doc); err != nil {
		return nil, err
	}
	a := v.answerOf(document.LLMsType, body.Bytes())
	v.linkNext(a, doc.Next)
	return a, nil
}

func (v *visit) llmsSection(s section, items []*item) document.Section {
	out := document.Section{Title: titleOf(s.route, s.locale), Locale: s.locale}
	for _, each := range items {
		if each.isFallback() {
			continue // it stands in its own locale
		}
		e := v.entry(each)
		out.Links = append(out.Links, document.Link{Title: e.Title, URL: or(e.Markdown, e.URL), Description: e.Description})
	}
	return out
}

// indexPlace is where an index goes on: after a row of a section, or at its
// beginning where after is nil.
type indexPlace struct {
	section int
	after   place
}

// How many keys a place in a section has: those of an order by time, or the id
// alone.
const (
	keysByTime = 2
	keysByID   = 1
)

// sealPlace is the cursor of a place in an index.
func (v *visit) sealPlace(index string, p indexPlace, keys int) string {
	sealed := []any{int64(p.section)}
	for i := range keys {
		if p.after == nil {
			sealed = append(sealed, nil)
		} else {
			sealed = append(sealed, p.after[i])
		}
	}
	return v.SealCursor(v.cursorName(index), sealed...)
}

// openPlace opens a cursor of sealPlace; "" is the beginning.
func (v *visit) openPlace(index, cursor string, keys int) (p indexPlace, err error) {
	if cursor == "" {
		return p, nil
	}
	opened, err := v.OpenCursor(v.cursorName(index), keys+1, cursor)
	if err != nil {
		return p, err
	}
	number, _ := opened[0].(int64)
	p.section = int(number)
	if opened[1] != nil {
		p.after = opened[1:]
	}
	return p, nil
}

// cursorName ties the cursors of an index to the sections that it has.
func (v *visit) cursorName(index string) []string {
	name := []string{"pages", index, v.target.locale}
	for _, each := range v.routes.all {
		name = append(name, each.Collection)
	}
	return append(name, v.site.locales...)
}

// robots is robots.txt.
func (v *visit) robots() *answer {
	return v.answerOf(textType, []byte(document.Robots(v.site.page, sitemapPath)))
}
