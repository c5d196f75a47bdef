package exchange

import (
	"context"
	"errors"
	"io"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media"
)

// Resolution is what becomes of a stored entry that differs.
type Resolution = content.Resolution

// ImportOptions say how records are brought in.
type ImportOptions struct {
	OnConflict Resolution
	Hooks      bool // fire, see content.ImportOptions
	DryRun     bool // write nothing, and say what would be refused

	// Refused is called with each record that is refused, in the order of the file
	// within a batch, and with warnings. Progress is called now and then. Both may
	// be nil.
	Refused  func(*diag.Diagnostic)
	Progress func(Report)
}

// Report counts what became of the records.
type Report struct {
	Entries int64        `json:"entries"` // read
	Added   int64        `json:"added"`
	Updated int64        `json:"updated"`
	Same    int64        `json:"same"`    // there already, and saying the same
	Skipped int64        `json:"skipped"` // there already, and left though they differ
	Refused int64        `json:"refused"` // assets, too
	Assets  AssetsReport `json:"assets"`
}

// AssetsReport counts what became of assets.
type AssetsReport struct {
	Read         int64 `json:"read"`
	Added        int64 `json:"added"`
	Same         int64 `json:"same"`
	WithoutBytes int64 `json:"withoutBytes"`
}

// actor is who imports: the site itself.
var actor audit.Actor

type loader struct {
	ImportOptions
	content *content.Service
	library *media.Service
	files   Files
	inner   content.ImportOptions
	batch   []*Record
	size    int
	report  Report
}

// maxBatchBytes ends a batch of records.
const maxBatchBytes = 4 << 20

// Import brings in what a source gives; files holds the bytes of its assets. What is
// refused is told to Refused, and the rest comes in. An error ends the import where
// it is: the database failed, ctx ended, or the source is damaged. Running it again
// goes on, because what is there is left.
func Import(ctx context.Context, s *content.Service, library *media.Service, from Source, files Files, o ImportOptions) (Report, error) {
	l := loader{ImportOptions: o, content: s, library: library, files: files}
	l.inner = content.ImportOptions{OnConflict: o.OnConflict, Hooks: o.Hooks}
	if o.DryRun {
		l.inner.Rehearsal = content.NewRehearsal()
	}
	ctx = audit.Through(ctx, audit.Import)
	err := l.run(ctx, from)
	if l.inner.Rehearsal != nil && l.inner.Rehearsal.Full() {
		d := diag.At(diag.ResourceExhausted, "input#", "The file is too long to compare all of its entries with each other.")
		d.Severity = diag.Warning
		l.tell(d)
	}
	return l.report, err
}

func (l *loader) run(ctx context.Context, from Source) error {
	for {
		record, err := from.Next()
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			flushed := l.flush(ctx)
			if errors.Is(err, io.EOF) {
				return flushed
			}
			return errors.Join(err, flushed)
		}
		if err := l.take(ctx, record); err != nil {
			return err
		}
	}
}

func (l *loader) take(ctx context.Context, r *Record) error {
	if r.Asset != nil { // its bytes follow: now or never
		if err := l.flush(ctx); err != nil {
			return err
		}
		l.report.Assets.Read++
		return l.settle(r, l.importAsset(ctx, r.Asset))
	}
	l.batch = append(l.batch, r)
	if l.size += r.Size; len(l.batch) < content.MaxArrivals && l.size < maxBatchBytes {
		return nil
	}
	return l.flush(ctx)
}

// flush brings the batch in.
func (l *loader) flush(ctx context.Context) error {
	var arrivals []*content.Arrival
	for _, r := range l.batch {
		if r.Problem == nil {
			arrivals = append(arrivals, r.Arrival)
		}
	}
	done := l.content.Import(ctx, arrivals, l.inner)
	for _, r := range l.batch {
		l.report.Entries++
		if r.Problem != nil {
			l.refuse(r.Problem)
			continue
		}
		each := done[0]
		done = done[1:]
		if each.Err == nil {
			l.count(each.Outcome)
		}
		if err := l.settle(r, each.Err); err != nil {
			return err
		}
	}
	clear(l.batch)
	l.batch, l.size = l.batch[:0], 0
	if l.Progress != nil {
		l.Progress(l.report)
	}
	return nil
}

func (l *loader) count(o content.Outcome) {
	switch o {
	case content.Added:
		l.report.Added++
	case content.Replaced:
		l.report.Updated++
	case content.Same:
		l.report.Same++
	case content.Kept:
		l.report.Skipped++
	case content.Refused:
	}
}

// settle tells of an error that refuses a record, and gives back one that ends the
// import.
func (l *loader) settle(r *Record, err error) error {
	if err == nil {
		return nil
	}
	d := diag.As(err)
	if d.Severity == diag.Error && d.Status() >= 500 && d.Code != diag.HandlerNotRegistered && d.Code != diag.MediaNotConfigured {
		return err
	}
	placed := *d
	placed.Source = r.at(d.Path).source()
	if d.Severity == diag.Warning {
		l.tell(&placed)
		return nil
	}
	l.refuse(&placed)
	return nil
}

func (l *loader) refuse(d *diag.Diagnostic) {
	l.report.Refused++
	l.tell(d)
}

func (l *loader) tell(d *diag.Diagnostic) {
	if l.ImportOptions.Refused != nil {
		l.ImportOptions.Refused(d)
	}
}

// checkBytes holds the bytes of an asset against what the export says of them.
func (l *loader) checkBytes(ctx context.Context, a *Asset, open func(int) (io.ReadCloser, error)) error {
	for i, v := range a.Variants {
		if err := ctx.Err(); err != nil {
			return err
		}
		file, err := open(i)
		if err != nil {
			return err
		}
		err = copySummed(io.Discard, file, v.ByteSize, v.SHA256)
		if err := errors.Join(err, file.Close()); err != nil {
			return err
		}
	}
	return nil
}
