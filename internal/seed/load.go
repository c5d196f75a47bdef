package seed

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
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
	case left:
		r.LeftAlone++
		return nil
	}
	r.Loaded++
	if err := ledger.MarkSeeded(ctx, hash); err != nil {
		return diag.Attempted(err, "note that a seed document of %s is loaded", d.kind())
	}
	return nil
}

// write writes what a document holds. left says that such an entry or file is there
// already.
func (d *Document) write(ctx context.Context, s *content.Service, library Library, id string) (left bool, err error) {
	if d.Media != nil {
		return importMedia(ctx, library, d.Media)
	}
	if _, err = s.Load(ctx, d.Collection, id, d.Data, d.Status); err != nil && isTaken(s.Plan().Schema(d.Collection), err) {
		return true, nil
	}
	return false, err
}

// kind is what a document loads.
func (d *Document) kind() string {
	if d.Media != nil {
		return mediaKey
	}
	return d.Collection
}

// isTaken reports whether a unique index of the schema refused the row: CONFLICT at
// the index's first field.
func isTaken(schema *plan.Schema, err error) bool {
	d := diag.As(err)
	if d.Code != diag.Conflict || !strings.HasPrefix(d.Path, "data#/") || errors.Is(err, content.ErrAddressTaken) {
		return false
	}
	return slices.ContainsFunc(schema.Indexes(), func(i *plan.Index) bool {
		return i.Unique() && d.Path == "data#"+jsonvalue.Pointer(i.Columns()[0].Name())
	})
}
