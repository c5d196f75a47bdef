package backup

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/backup/copies"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/observe"
)

// Status is how the copies of a site stand.
type Status struct {
	Place    string // "" where none is configured
	Every    time.Duration
	Keep     copies.Keep
	Media    bool
	Running  *copies.Record
	Last     *copies.Record // that was taken and read back
	Failed   *copies.Record // the newest failure since; nil for none
	Failures int            // since the last that was taken
	Next     time.Time      // zero where no schedule is
	Overdue  bool           // the last one is older than two intervals
	Copies   []Kept
	Problem  error // the place cannot be listed
}

// Kept is a copy at the place, with what is known of it.
type Kept struct {
	copies.Copy
	Record *copies.Record // nil for a copy that this database does not know
}

// listTimeout is how long a place may take to say what is there.
const listTimeout = 15 * time.Second

// Status tells how the copies stand now, and what is at the place.
func (s *Service) Status(ctx context.Context) (Status, error) {
	records, err := s.Store.Records(ctx, keptRecords)
	if err != nil {
		return Status{}, err
	}
	status := s.standing(records)
	if s.Place == nil {
		return status, nil
	}
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	var found []copies.Copy
	found, status.Problem = s.Place.List(ctx)
	known := make(map[string]*copies.Record, len(records))
	for _, r := range records {
		if r.Place == status.Place {
			known[r.Name] = r
		}
	}
	for _, c := range found {
		status.Copies = append(status.Copies, Kept{c, known[c.Name]})
	}
	return status, nil
}

func (s *Service) standing(records history) Status {
	now := s.Now()
	status := Status{Running: records.running(now), Last: records.done()}
	status.Failures, status.Failed = records.failures()
	if s.Place == nil {
		return status
	}
	status.Place, status.Every, status.Keep, status.Media = s.Place.Where(), s.Every, s.Keep, s.Site.Media != nil
	if s.Every > 0 {
		if status.Next = records.due(s.Every); status.Next.Before(now) {
			status.Next = now
		}
		status.Overdue = status.Last != nil && now.Sub(status.Last.BeganAt) > 2*s.Every || status.Last == nil && status.Failures > 0
	}
	return status
}

// Health is Status in figures, without asking the place.
func (s *Service) Health(ctx context.Context) (observe.Backups, error) {
	records, err := s.Store.Records(ctx, keptRecords)
	if err != nil {
		return observe.Backups{}, err
	}
	status := s.standing(records)
	health := observe.Backups{
		Scheduled: status.Every > 0, Running: status.Running != nil, Failures: status.Failures, Overdue: status.Overdue,
	}
	if status.Last != nil {
		health.LastAt, health.LastSize = status.Last.BeganAt, status.Last.Size
		health.LastTook = status.Last.EndedAt.Sub(status.Last.BeganAt)
	}
	return health, nil
}

// Download opens a copy of the place, to send it to somebody, once that is written
// down. NOT_FOUND.
func (s *Service) Download(ctx context.Context, name string, by audit.Actor) (io.ReadSeekCloser, int64, error) {
	body, size, err := s.open(ctx, name)
	if err != nil {
		return nil, 0, err
	}
	l := s.auditRecord(ctx, by, audit.DownloadBackup, name)
	if err := s.Store.Update(ctx, func(tx copies.Tx) error { return tx.Record(l) }); err != nil {
		return nil, 0, errors.Join(err, body.Close())
	}
	return body, size, nil
}

func (s *Service) open(ctx context.Context, name string) (io.ReadSeekCloser, int64, error) {
	if s.Place == nil {
		return nil, 0, notConfigured()
	}
	if _, ok := copies.Moment(name); !ok {
		return nil, 0, noSuchCopy()
	}
	body, size, err := s.Place.Open(ctx, name)
	if errors.Is(err, copies.ErrNotFound) {
		return nil, 0, noSuchCopy()
	}
	if err != nil {
		return nil, 0, diag.At(diag.ResourceUnavailable, "input#", "The place of the copies does not answer now.").WithCause(err)
	}
	return body, size, nil
}

func noSuchCopy() error { return diag.At(diag.NotFound, "input#", "There is no such copy.") }

// Note writes down a copy that a command has taken.
func Note(ctx context.Context, s copies.Store, began time.Time, place string, taken *Copy) error {
	r := &copies.Record{ID: newID(), BeganAt: began, EndedAt: time.Now(), Cause: copies.Command, Place: place}
	fill(r, taken)
	return s.Update(ctx, func(tx copies.Tx) error { return errors.Join(tx.Put(r), tx.Prune(keptRecords)) })
}
