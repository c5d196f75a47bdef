package content

import (
	"context"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Article is an entry with its translations (decision 240): what readers can fetch of
// each, and whether what staff have made of it since can be published.
type Article struct {
	Parts    []Part // the entry, and behind it its translations
	More     bool   // there are more translations than these
	Audience Audience
}

// Part is an entry of an article. Data holds what its title is made of, as its pending draft
// has it where there is one.
type Part struct {
	*Entry
	Draft   int64 // the counter of its pending draft; 0 for none
	Served  bool  // readers can fetch it
	Waits   bool  // there is something to publish
	Refused error // why a publish of what waits would be refused, but for its hooks; nil for nothing
}

// Audience is who can fetch what is published of an article: the widest that a public View
// of its Schemas lets in.
type Audience string

// The audiences. NoAudience is that of Schemas which no declarative public View reads.
const (
	Everybody    Audience = "everybody"
	SignedIn     Audience = "signedIn"
	SomeSignedIn Audience = "some"
	NoAudience   Audience = ""
)

// Article is Service.Article for any member of staff.
func (d StaffEntries) Article(ctx context.Context, collection, id string) (*Article, error) {
	e, err := d.Get(ctx, collection, id)
	if err != nil {
		return nil, err
	}
	return d.service.article(ctx, d.caller, e)
}

// article looks at an entry and its translations as a publish of all of them together
// would, and changes nothing.
func (s *Service) article(ctx context.Context, caller Caller, e *Entry) (*Article, error) {
	schema := s.plan.Schema(e.Collection)
	a := &Article{Audience: s.audience(schema)}
	add := func(schema *plan.Schema, each *Entry) error {
		if a.More = len(a.Parts) == MaxTogether; a.More {
			return nil
		}
		part, err := s.part(ctx, schema, each)
		if err == nil {
			a.Parts = append(a.Parts, part)
		}
		return err
	}
	if err := add(schema, e); err != nil {
		return nil, err
	}
	if err := s.eachTranslation(ctx, schema, e, add); err != nil {
		return nil, err
	}
	return a, s.refuse(ctx, caller, a.Parts)
}

// WithTranslations is an entry and behind it its translations, for any member of staff.
func (d StaffEntries) WithTranslations(ctx context.Context, collection, id string) ([]*Entry, error) {
	e, err := d.Get(ctx, collection, id)
	if err != nil {
		return nil, err
	}
	all := []*Entry{e}
	err = d.service.eachTranslation(ctx, d.service.plan.Schema(e.Collection), e, func(_ *plan.Schema, each *Entry) error {
		all = append(all, each)
		return nil
	})
	return all, err
}

// refuse holds the parts that wait against the checks of a publish of them together.
func (s *Service) refuse(ctx context.Context, caller Caller, parts []Part) error {
	var waiting []Publication
	var of []int
	for i, p := range parts {
		if p.Waits {
			waiting, of = append(waiting, Publication{Collection: p.Collection, ID: p.ID, Version: p.Version, Draft: p.Draft}), append(of, i)
		}
	}
	found, err := s.obstacles(ctx, caller, publish, ofStaff(waiting))
	for _, each := range found {
		parts[of[each.Index]].Refused = each.Err
	}
	return err
}

// part is what a publish of an entry would find of it.
func (s *Service) part(ctx context.Context, schema *plan.Schema, e *Entry) (Part, error) {
	part := Part{Entry: e, Served: e.Status == Published}
	if schema.Lifecycle() != plan.Publishing {
		return part, nil
	}
	d, err := s.pending(ctx, schema, e.ID)
	if err != nil {
		return part, err
	}
	if d != nil {
		worked := *e
		worked.Data = declared(schema, d.Data)
		part.Entry, part.Draft = &worked, d.Counter
	}
	part.Waits = e.Status == Draft || d != nil && e.Status == Published
	return part, nil
}

// audience is the widest that reads a Schema or its translations.
func (s *Service) audience(schema *plan.Schema) Audience {
	widest := NoAudience
	for _, v := range s.plan.Views() {
		if v.Surface() != plan.Public || v.IsSQL() || v.Source() != schema && !isTranslationOf(v.Source(), schema) {
			continue
		}
		if a := audienceOf(v.Requires()); widths[a] > widths[widest] {
			widest = a
		}
	}
	return widest
}

var widths = map[Audience]int{SomeSignedIn: 1, SignedIn: 2, Everybody: 3}

func isTranslationOf(schema, parent *plan.Schema) bool {
	t := schema.Translation()
	return t != nil && t.Parent == parent
}

func audienceOf(r *plan.Requirements) Audience {
	all := r.AllWithGuard()
	switch {
	case r.Guard() != nil:
		return SomeSignedIn
	case len(all) == 0:
		return Everybody
	}
	for _, p := range all {
		if p.Kind != plan.IsUser && p.Kind != plan.IsAuthenticated {
			return SomeSignedIn
		}
	}
	return SignedIn
}

// maxTranslationsOf is how many translations of one entry are changed with it.
const maxTranslationsOf = 200

// eachTranslation calls a function with the translations of an entry, in any state, each
// with what its title is made of.
func (s *Service) eachTranslation(ctx context.Context, parent *plan.Schema, e *Entry, call func(*plan.Schema, *Entry) error) error {
	for _, r := range s.plan.References() {
		value := e.column(r.Field)
		if !r.Translation || r.To != parent || value == nil {
			continue
		}
		found, err := s.translationsTo(ctx, r, value)
		if err != nil {
			return err
		}
		for _, each := range found {
			if err := call(r.From, each); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Service) translationsTo(ctx context.Context, r plan.Reference, value any) ([]*Entry, error) {
	order, err := sortOrder(r.From, r.Property.Name(), "asc")
	if err != nil {
		return nil, err
	}
	excerpt := append(TitleFields(r.From), "locale")
	found, err := s.find(ctx, EntrySearch{
		Schema: r.From, Order: order, Limit: maxTranslationsOf, Excerpt: excerpted(r.From, excerpt),
		Criteria: plan.Criteria{Equal: []plan.Equality{{Field: r.Property.Name(), Values: []any{value}}}},
	})
	return found.Entries, diag.Attempted(err, "find translations in %s", r.From.Name())
}
