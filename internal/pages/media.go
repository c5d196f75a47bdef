package pages

import (
	"context"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/pages/markup"
	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/pages/picture"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Media is the media library as pages show it.
type Media interface {
	// Public gives those of the ids that there are, in one query, with their texts in a
	// locale; "" is the canonical one.
	Public(ctx context.Context, locale string, ids []string) (map[string]*asset.Asset, error)

	// Generation is a number that never falls and that rises with each change of what
	// Public answers, before the change is answered; not known while that cannot be
	// told.
	Generation() (number uint64, known bool)
}

// library is the files of the media library that one answer shows.
type library struct {
	named []string                // by what was read, and not looked up yet
	found map[string]*asset.Asset // nil for one that is not there

	read   bool   // some were looked up
	number uint64 // the generation of the library before
}

// lookedUpAtOnce is how many files are looked up in one query.
const lookedUpAtOnce = 500

// names notes which files an entry or a row names, so that those of all of them are
// looked up together.
func (l *library) names(ids ...string) { l.named = append(l.named, ids...) }

// lookUp looks files of the media library up, with all that were named so far.
func (v *visit) lookUp(ctx context.Context, ids ...string) error {
	l := v.library
	missing := func(id string) bool { _, known := l.found[id]; return !known }
	if v.Media == nil || !slices.ContainsFunc(ids, missing) {
		return nil
	}
	wanted := slices.DeleteFunc(append(l.named, ids...), func(id string) bool { return !missing(id) })
	slices.Sort(wanted)
	l.named = nil
	if !l.read {
		number, known := v.Media.Generation()
		l.read, l.number, v.unkept = true, number, v.unkept || !known
		l.found = map[string]*asset.Asset{}
	}
	for some := range slices.Chunk(slices.Compact(wanted), lookedUpAtOnce) {
		found, err := v.Media.Public(ctx, or(v.target.locale, v.site.canonical), some)
		if err != nil {
			return err
		}
		for _, id := range some {
			l.found[id] = found[id]
		}
	}
	return nil
}

// Assets implements page.Source.
func (s *source) Assets(ctx context.Context, ids ...string) (map[string]*asset.Asset, error) {
	if err := s.lookUp(ctx, ids...); err != nil {
		return nil, err
	}
	all := make(map[string]*asset.Asset, len(ids))
	for _, id := range ids {
		if a := s.library.found[id]; a != nil {
			all[id] = a
		}
	}
	return all, nil
}

// mediaIn is how the text of an entry shows files of the media library.
func (v *visit) mediaIn(ctx context.Context, texts ...string) (func(id string) *asset.Asset, error) {
	var ids []string
	for _, text := range texts {
		ids = append(ids, markup.MediaIDs(text)...)
	}
	if err := v.lookUp(ctx, ids...); err != nil {
		return nil, err
	}
	return func(id string) *asset.Asset { return v.library.found[id] }, nil
}

// pictureOf is the picture that stands for an entry; nil for none.
func (v *visit) pictureOf(ctx context.Context, e *page.Entry) (*asset.Asset, error) {
	if e.Cover == "" {
		return nil, nil
	}
	if err := v.lookUp(ctx, e.Cover); err != nil {
		return nil, err
	}
	if a := v.library.found[e.Cover]; picture.IsPicture(a) {
		return a, nil
	}
	return nil, nil
}

// describePicture says in the head which picture stands for the page.
func (v *visit) describePicture(ctx context.Context, p *page.Page) error {
	a, err := v.pictureOf(ctx, p.Entry)
	if err != nil || a == nil {
		p.SEO.Image = pictureElsewhere(p.Entry)
		return err
	}
	primary := a.Primary()
	p.SEO.Image, p.SEO.ImageAlt, p.SEO.ImageWidth, p.SEO.ImageHeight = primary.URL, a.Alt, primary.Width, primary.Height
	return nil
}

// pictureElsewhere is the address of the picture that stands for an entry where that is
// not in the media library; "" for none.
func pictureElsewhere(e *page.Entry) string {
	if image, _ := e.Data["image"].(string); strings.HasPrefix(image, "https://") {
		return image
	}
	return ""
}

// maxAttachments is how many sounds and videos a feed names of one entry.
const maxAttachments = 10

// attachmentsOf are the sounds and videos of an entry, in the order of its properties.
func (v *visit) attachmentsOf(ctx context.Context, e *page.Entry) (found []*asset.Variant, err error) {
	var ids []string
	for _, name := range v.target.route.recordings {
		ids = append(ids, idsIn(e.Data[name])...)
	}
	if err := v.lookUp(ctx, ids...); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, id := range ids {
		a := v.library.found[id]
		if len(found) == maxAttachments || seen[id] || !picture.IsRecording(a) {
			continue
		}
		seen[id] = true
		found = append(found, a.Primary())
	}
	return found, nil
}

// coversOf are the properties of Schemas that name pictures of the media library, in
// their order.
func coversOf(schemas ...*plan.Schema) []string {
	return namesMedia(schemas, func(hint string) bool { return hint == "media" || hint == "media-image" })
}

// recordingsOf are the properties whose sounds and videos are for everybody: one, or a
// list of them. A media-file may be one that no page shows, so it tells nobody its address.
func recordingsOf(schemas ...*plan.Schema) []string {
	return namesMedia(schemas, func(hint string) bool { return hint == "media" || hint == "media-video" })
}

func namesMedia(schemas []*plan.Schema, wanted func(hint string) bool) (names []string) {
	for _, s := range schemas {
		for _, c := range s.Properties() {
			hint := s.MediaHint(c.Name())
			if items, _ := s.PropertyDocument(c.Name())["items"].(map[string]any); hint == "" {
				hint = jsonschema.MediaHint(items)
			}
			if wanted(hint) {
				names = append(names, c.Name())
			}
		}
	}
	return names
}

// idsIn are the ids in a property that names files.
func idsIn(value any) (ids []string) {
	list, isList := value.([]any)
	if !isList {
		list = []any{value}
	}
	for _, each := range list {
		if id := idOf(each); id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}

// idOf is a value that is the id of a file; "" for any other.
func idOf(value any) string {
	text, _ := value.(string)
	if _, ok := markup.MediaID("media:" + text); !ok {
		return ""
	}
	return text
}

// firstID is the id in a property that names files: one, or a list of them; "" for
// none.
func firstID(value any) string {
	if list, _ := value.([]any); len(list) > 0 {
		value = list[0]
	}
	return idOf(value)
}

// showMedia notes what of the media library an entry shows.
func (v *visit) showMedia(r *route, e *page.Entry) {
	if v.Media == nil {
		return
	}
	for _, s := range r.schemas {
		v.library.names(s.Media().Assets(e.Data)...)
	}
	for _, name := range r.covers {
		if e.Cover = firstID(e.Data[name]); e.Cover != "" {
			e.CoverField = name
			return
		}
	}
}

// showRows notes what of the media library the rows of a View name.
func (v *visit) showRows(source *plan.Schema, rows []map[string]any) {
	if v.Media == nil || source == nil {
		return
	}
	for _, row := range rows {
		v.library.names(source.Media().Assets(row)...)
	}
}
