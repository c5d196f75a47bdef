package seed

import (
	"context"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// LoadRecord remembers what was loaded. content.Store is one.
type LoadRecord interface {
	Seeded(ctx context.Context, hash string) (bool, error)
	MarkSeeded(ctx context.Context, hash string) error
}

// Report counts what became of the documents.
type Report struct {
	Documents int `json:"documents"` // well-formed documents found
	Loaded    int `json:"loaded"`    // written now
	Already   int `json:"already"`   // loaded by an earlier run
	LeftAlone int `json:"leftAlone"` // a unique index holds such a row already

	Left []Left `json:"left,omitempty"` // the first of those that were left alone

	// Warnings are of names that lead nowhere, which Missing finds.
	Warnings diag.List `json:"-"`

	written []*Document // the documents of entries that were loaded now
}

// Load writes the documents that were not loaded yet, files into the library, which
// is nil for a site without, and calls progress, if
// any, after each of them. What the entry writer refuses is reported at its
// place, and the rest is loaded; when the database itself fails, or ctx ends,
// Load stops there.
func Load(ctx context.Context, s *content.Service, library Library, ledger LoadRecord, documents []*Document, progress func(done, total int)) (Report, diag.List) {
	report, problems := Report{Documents: len(documents)}, diag.List(nil)
	for i, d := range documents {
		err := report.load(ctx, s, library, ledger, d)
		if err != nil {
			problem := diag.As(err)
			problems.Add(d.at(problem, s.Plan().Schema(d.Collection)))
			if ctx.Err() != nil || !refuses(problem) {
				break
			}
		}
		if progress != nil {
			progress(i+1, len(documents))
		}
	}
	return report, problems
}

// Check says what Load would refuse of the documents whatever the database holds, on a
// site of these locales. library checks files and takes none.
func Check(ctx context.Context, p *plan.Plan, locales []string, library Library, documents []*Document) (problems diag.List) {
	for _, d := range documents {
		if err := d.check(ctx, p, locales, library); err != nil {
			problems.Add(d.at(diag.As(err), p.Schema(d.Collection)))
		}
	}
	return problems
}

func (d *Document) check(ctx context.Context, p *plan.Plan, locales []string, library Library) error {
	if d.Media != nil {
		_, err := importMedia(ctx, library, d.Media)
		return err
	}
	return content.CheckLoad(ctx, p, locales, d.Collection, d.Data, d.Status)
}

// refuses reports whether a document was refused; otherwise the database failed.
func refuses(d *diag.Diagnostic) bool { return d.Status() < 500 || d.Code == diag.HandlerNotRegistered }

func (r *Report) load(ctx context.Context, s *content.Service, library Library, ledger LoadRecord, d *Document) error {
	canonical := d.canonical()
	hash := hashOf(canonical)
	seeded, err := ledger.Seeded(ctx, hash)
	if err != nil {
		return diag.Attempted(err, "look whether a seed document of %s is loaded", d.kind())
	}
	if seeded {
		r.Already++
		return nil
	}
	left, err := d.write(ctx, s, library, content.DerivedID(canonical))
	switch {
	case err != nil:
		return err
	case left != nil:
		r.left(d, left.key)
		return nil
	}
	r.Loaded++
	if d.Media == nil {
		r.written = append(r.written, d)
	}
	if err := ledger.MarkSeeded(ctx, hash); err != nil {
		return diag.Attempted(err, "note that a seed document of %s is loaded", d.kind())
	}
	return nil
}

// existing is what is there in the place of a document: an entry with the same key of a
// unique index, or a file of the library.
type existing struct{ key *plan.Index }

// write writes what a document holds. left says that such an entry or file is there
// already.
func (d *Document) write(ctx context.Context, s *content.Service, library Library, id string) (left *existing, err error) {
	if d.Media != nil {
		if isThere, err := importMedia(ctx, library, d.Media); err != nil || !isThere {
			return nil, err
		}
		return &existing{}, nil
	}
	_, err = s.Load(ctx, d.Collection, id, d.Data, d.Status)
	if key := taken(s.Plan().Schema(d.Collection), err); key != nil {
		return &existing{key}, nil
	}
	return nil, err
}

// kind is what a document loads.
func (d *Document) kind() string {
	if d.Media != nil {
		return mediaKey
	}
	return d.Collection
}
