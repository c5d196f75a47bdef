package pages

import (
	"context"
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/settings"
)

// item is an entry as one locale shows it.
type item struct {
	route  *route
	locale string         // of the tree that shows it; "" on a site without locales
	entry  *content.Entry // whose slug is in the path
	over   *content.Entry // a translation, whose data lies over the entry's; nil for none
	under  *content.Entry // a parent, whose data lies under the entry's; nil for none
}

// find reads the item that a target names; nil for none.
func (v *visit) find(ctx context.Context, t target) (*item, error) {
	v.of(t.route.reads()...)
	for _, locale := range v.localesFor(t.route, t.locale) {
		e, err := v.by(ctx, t.route.schema, t.route.slug, t.slug, locale)
		if err != nil {
			return nil, err
		}
		if e == nil {
			continue
		}
		found, err := v.complete(ctx, t.route, t.locale, []*content.Entry{e}, whole)
		if err != nil || len(found) > 0 {
			return first(found), err
		}
	}
	return nil, nil
}

func first(found []*item) *item {
	if len(found) == 0 {
		return nil
	}
	return found[0]
}

// localesFor are the locales whose entries the tree of a locale shows, in the order in
// which they are looked for.
func (v *visit) localesFor(r *route, locale string) []string {
	if !r.localized() {
		return []string{locale}
	}
	return v.wordsFor(r, locale)
}

// wordsFor are the locales whose words the tree of a locale shows, in their order.
func (v *visit) wordsFor(r *route, locale string) []string {
	canonical := v.site.canonical
	if locale == canonical || r.Fallback != settings.FallbackCanonical {
		return []string{locale}
	}
	return []string{locale, canonical}
}

// part is which columns of a Schema's entries are read; nil for all of them.
type part func(*plan.Schema) []*plan.Column

// whole is all of an entry.
func whole(*plan.Schema) []*plan.Column { return nil }

// short is all properties, long texts cut short, as lists need them.
func short(s *plan.Schema) []*plan.Column { return s.Properties() }

// address is what says where an entry's page is, in either Schema of the route.
func (r *route) address(s *plan.Schema) (columns []*plan.Column) {
	names := []string{r.slug.Name(), "locale", r.joins()}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if c := s.Property(name); c != nil {
			columns = append(columns, c)
		}
	}
	return columns
}

// complete adds what lies over or under entries, of which the part is read. Those that
// cannot be shown in the locale are left out, and so are those whose path would lead
// elsewhere.
func (v *visit) complete(ctx context.Context, r *route, locale string, entries []*content.Entry, of part) ([]*item, error) {
	all := make([]*item, 0, len(entries))
	for _, e := range entries {
		each := &item{route: r, locale: locale, entry: e}
		if v.preview || v.routes.leadTo(each.target(), v.site.locales) {
			all = append(all, each)
		}
	}
	var err error
	switch {
	case r.parent != nil:
		all, err = v.overParents(ctx, all, r.schema, of(r.parent))
	case r.child != nil && locale != "" && v.preview:
		err = v.underAnyTranslations(ctx, r, all, locale)
	case r.child != nil && locale != "":
		all, err = v.underTranslations(ctx, r, all, locale, of(r.child))
	}
	return all, err
}

// overParents adds the parents of translations, without which they are not shown. In a
// preview a parent may be a draft, too, or missing.
func (v *visit) overParents(ctx context.Context, all []*item, schema *plan.Schema, columns []*plan.Column) ([]*item, error) {
	read := v.Parents
	if v.preview {
		read = v.AnyParents
	}
	parents, err := read(ctx, schema, entriesOf(all), columns)
	if err == nil && v.preview {
		err = v.drafted(ctx, parents)
	}
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(each *item) bool {
		each.under = parents[each.entry.ID]
		return each.under == nil && !v.preview
	}), nil
}

func (v *visit) underTranslations(ctx context.Context, r *route, all []*item, locale string, columns []*plan.Column) ([]*item, error) {
	locales := v.wordsFor(r, locale)
	found, err := v.PublishedTranslations(ctx, r.child, entriesOf(all), locales, columns)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(each *item) bool {
		for _, wanted := range locales {
			for _, e := range found[each.entry.ID] {
				if each.over == nil && e.Locale() == wanted {
					each.over = e
				}
			}
		}
		return each.over == nil
	}), nil
}

// underAnyTranslations is underTranslations for a preview, whose translation may be a
// draft, too, or missing.
func (v *visit) underAnyTranslations(ctx context.Context, r *route, all []*item, locale string) (err error) {
	on := r.child.Translation().On
	for _, each := range all {
		value, _ := each.entry.Data[on].(string)
		for _, wanted := range v.wordsFor(r, locale) {
			if value == "" || each.over != nil {
				break
			}
			if each.over, err = v.by(ctx, r.child, r.child.Property(on), value, wanted); err != nil {
				return err
			}
		}
	}
	return nil
}

// data is what templates see: the translation's over the parent's.
func (i *item) data() map[string]any {
	below, above := i.under, i.entry
	if i.over != nil {
		below, above = i.entry, i.over
	}
	if below == nil {
		return above.Data
	}
	data := make(map[string]any, len(below.Data)+len(above.Data))
	maps.Copy(data, below.Data)
	maps.Copy(data, above.Data)
	return data
}

// updatedAt is when anything that the item shows was changed last.
func (i *item) updatedAt() int64 {
	latest := i.entry.UpdatedAt
	for _, e := range []*content.Entry{i.over, i.under} {
		if e != nil {
			latest = max(latest, e.UpdatedAt)
		}
	}
	return latest
}

// written is the locale that the item is written in; "" where it has none.
func (i *item) written() string {
	if i.over != nil {
		return i.over.Locale()
	}
	return i.entry.Locale()
}

// isFallback reports whether another locale's words are shown.
func (i *item) isFallback() bool {
	written := i.written()
	return written != "" && i.locale != "" && written != i.locale
}

// slug is the last segment of the path; "" for an entry that has none yet.
func (i *item) slug() string {
	slug, _ := i.entry.Data[i.route.slug.Name()].(string)
	return slug
}

// target is the page of the item.
func (i *item) target() target { return i.in(i.locale) }

// in is the item's page in a locale. That of the entry which is the home is the
// home.
func (i *item) in(locale string) target {
	if slug := i.slug(); slug != "" && slug == i.route.home {
		return target{kind: page.Home, locale: locale, route: i.route, slug: slug}
	}
	return target{kind: page.Detail, locale: locale, route: i.route, slug: i.slug()}
}

// schema is that of the words which the item shows.
func (i *item) schema() *plan.Schema {
	if i.over != nil {
		return i.route.child
	}
	return i.route.schema
}

// alternates are the pages of an item in all locales, in the order of the site; none
// where the item is shown in the words of another locale.
func (v *visit) alternates(ctx context.Context, items ...*item) (map[*item][]target, error) {
	all := make(map[*item][]target, len(items))
	if len(items) == 0 || len(v.site.locales) == 0 {
		return all, nil
	}
	r := items[0].route
	others, err := v.elsewhere(ctx, r, items)
	if err != nil {
		return nil, err
	}
	for _, each := range items {
		if each.isFallback() {
			continue
		}
		for _, locale := range v.site.locales {
			if t, ok := each.alternate(locale, others[each.entry.ID]); ok && v.routes.leadTo(t, v.site.locales) {
				all[each] = append(all[each], t)
			}
		}
	}
	return all, nil
}

// elsewhere are the entries that show items of one route in other locales.
func (v *visit) elsewhere(ctx context.Context, r *route, items []*item) (map[string][]*content.Entry, error) {
	switch {
	case r.child != nil:
		return v.PublishedTranslations(ctx, r.child, entriesOf(items), v.site.locales, r.address(r.child))
	case r.localized():
		return v.Alternates(ctx, r.schema, r.slug, entriesOf(items), v.site.locales)
	}
	return nil, nil
}

func entriesOf(items []*item) []*content.Entry {
	entries := make([]*content.Entry, len(items))
	for i, each := range items {
		entries[i] = each.entry
	}
	return entries
}

// alternate is the page of an item in a locale, if it has one there.
func (i *item) alternate(locale string, others []*content.Entry) (target, bool) {
	if locale == i.locale || i.route.everywhere() {
		return i.in(locale), true
	}
	for _, e := range others {
		if e.Locale() != locale {
			continue
		}
		t := i.in(locale)
		if i.route.child == nil {
			t.slug, _ = e.Data[i.route.slug.Name()].(string)
		}
		return t, t.slug != ""
	}
	return target{}, false
}
