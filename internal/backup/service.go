package backup

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/backup/copies"
	"github.com/quartet-dev/quartet/internal/diag"
)

// Options are what a Service works with.
type Options struct {
	Site  Site
	Place copies.Place  // nil where there is none
	Every time.Duration // 0 takes no copy by itself
	Keep  copies.Keep
	Store copies.Store
	Log   *slog.Logger
	Now   func() time.Time
}

// Service takes the copies of a site that is served, by its schedule and when it is
// asked. It is safe for concurrent use, beside those of other processes.
type Service struct {
	Options
	wake chan struct{}
	stop context.CancelFunc
	over context.Context
	done sync.WaitGroup
}

// New makes a Service. Start begins its schedule.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Service{Options: o, wake: make(chan struct{}, 1)}
	s.over, s.stop = context.WithCancel(context.Background())
	return s
}

// tick is the time between two looks at the schedule.
const tick = 15 * time.Second

// Start begins to take copies by the schedule, until Close.
func (s *Service) Start() {
	if s.Place == nil || s.Every == 0 {
		return
	}
	s.done.Go(func() {
		ticker := time.NewTicker(tick)
		defer ticker.Stop()
		for {
			s.takeDue(s.over)
			select {
			case <-s.over.Done():
				return
			case <-ticker.C:
			}
		}
	})
}

// Close ends what is being taken, and waits for it.
func (s *Service) Close() {
	s.stop()
	s.done.Wait()
	for _, each := range []any{s.Place, s.Site.Media} {
		if c, ok := each.(io.Closer); ok {
			if err := c.Close(); err != nil {
				s.Log.Warn("what copies are taken of, or where they are kept, did not close", "error", err)
			}
		}
	}
}

func (s *Service) takeDue(ctx context.Context) {
	records, err := s.Store.Records(ctx, keptRecords)
	if err == nil && s.isDue(records) {
		var r *copies.Record
		if r, err = s.claim(ctx, copies.Schedule, s.isDue); r != nil {
			err = s.take(ctx, r)
		}
	}
	if err != nil && ctx.Err() == nil {
		s.Log.Error("no copy was taken; it is tried again", "error", err)
	}
}

func (s *Service) isDue(records history) bool {
	now := s.Now()
	return records.running(now) == nil && !records.due(s.Every).After(now)
}

// claim writes down that a copy is taken, unless may does not admit it; nil then.
// Records of processes that have ended before their copy was done say so from now on.
func (s *Service) claim(ctx context.Context, cause string, may func(history) bool, noted ...*audit.Record) (claimed *copies.Record, err error) {
	now := s.Now().UTC().Truncate(time.Millisecond)
	err = s.Store.Update(ctx, func(tx copies.Tx) error {
		claimed = nil
		records, err := tx.Records(keptRecords)
		if err != nil {
			return err
		}
		for _, r := range records {
			if r.EndedAt.IsZero() && !r.IsRunning(now) {
				r.EndedAt, r.Held, r.Problem = r.Held, time.Time{}, "The process that took it ended before it was done."
				if err := tx.Put(r); err != nil {
					return err
				}
			}
		}
		if !may(records) {
			return nil
		}
		claimed = &copies.Record{
			ID: newID(), BeganAt: now, Held: now.Add(lease), Cause: cause,
			Place: s.Place.Where(), Media: s.Site.Media != nil,
		}
		if err := errors.Join(tx.Put(claimed), tx.Prune(keptRecords)); err != nil {
			return err
		}
		for _, l := range noted {
			if err := tx.Record(l); err != nil {
				return err
			}
		}
		return nil
	})
	return claimed, err
}

// take takes the copy of a claim, and writes down what became of it.
func (s *Service) take(ctx context.Context, r *copies.Record) error {
	during, ended := context.WithCancel(ctx)
	var renewed sync.WaitGroup
	renewed.Go(func() { s.renew(during, *r) })
	taken, err := Take(ctx, s.Site, s.Place, "", nil)
	ended()
	renewed.Wait()
	if ctx.Err() != nil {
		return s.giveBack(r)
	}
	r.EndedAt, r.Held = s.Now(), time.Time{}
	if err != nil {
		r.Problem = problemOf(err)
		return errors.Join(err, s.put(r))
	}
	fill(r, taken)
	err = s.put(r)
	s.Log.Info("a copy was taken and read back", "name", r.Name, "place", r.Place, "bytes", r.Size, "rows", r.Rows,
		"objects", r.Objects, "duration", r.EndedAt.Sub(r.BeganAt))
	return errors.Join(err, s.prune(ctx))
}

func fill(r *copies.Record, taken *Copy) {
	h := &taken.Header
	r.Name, r.Size, r.Digest, r.Rows, r.Objects, r.Media = taken.Name, taken.Size, taken.Digest, h.Rows(), h.Objects, h.Media
}

// maxProblem bounds what is kept of an error.
const maxProblem = 1000

func problemOf(err error) string {
	says := err.Error()
	if d := diag.As(err); d.Code != diag.InternalError {
		says = d.Error()
	}
	return strings.ToValidUTF8(says[:min(len(says), maxProblem)], "") // a database may refuse half of a character
}

// renew shows that the copy is still taken.
func (s *Service) renew(ctx context.Context, r copies.Record) {
	ticker := time.NewTicker(renewal)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		r.Held = s.Now().Add(lease)
		if err := s.Store.Update(ctx, func(tx copies.Tx) error { return tx.Put(&r) }); err != nil && ctx.Err() == nil {
			s.Log.Warn("the claim of a copy could not be renewed", "error", err)
		}
	}
}

func (s *Service) put(r *copies.Record) error {
	ctx, cancel := afterwards()
	defer cancel()
	return s.Store.Update(ctx, func(tx copies.Tx) error { return tx.Put(r) })
}

// giveBack forgets a copy that was being taken when the service stopped, so that
// another process takes it.
func (s *Service) giveBack(r *copies.Record) error {
	ctx, cancel := afterwards()
	defer cancel()
	return s.Store.Update(ctx, func(tx copies.Tx) error { return tx.Delete(r.ID) })
}

// afterwards is for what is written down when everything else is over.
func afterwards() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), 10*time.Second)
}

// prune removes the copies that are kept no longer.
func (s *Service) prune(ctx context.Context) error {
	all, err := s.Place.List(ctx)
	if err != nil {
		return err
	}
	for _, each := range s.Keep.Superfluous(all) {
		if err := s.Place.Delete(ctx, each.Name); err != nil {
			return err
		}
		s.Log.Info("a copy is kept no longer", "name", each.Name, "place", s.Place.Where())
	}
	return nil
}

// Request begins a copy now, in the background. CONFLICT while one is taken.
func (s *Service) Request(ctx context.Context, by audit.Actor) (*copies.Record, error) {
	if s.Place == nil {
		return nil, notConfigured()
	}
	free := func(records history) bool { return records.running(s.Now()) == nil }
	r, err := s.claim(ctx, by.ID, free, s.auditRecord(ctx, by, audit.TakeBackup, ""))
	switch {
	case err != nil:
		return nil, err
	case r == nil:
		return nil, diag.At(diag.Conflict, "input#", "A copy is being taken already.")
	}
	begun := *r
	s.done.Go(func() {
		if err := s.take(s.over, r); err != nil {
			s.Log.Error("no copy was taken", "error", err)
		}
	})
	return &begun, nil
}

// auditRecord is who asked for what. The subject is the name of a copy.
func (s *Service) auditRecord(ctx context.Context, by audit.Actor, action audit.Action, name string) *audit.Record {
	return &audit.Record{Time: s.Now().UnixMilli(), Actor: by, Surface: audit.SurfaceOf(ctx), Action: action, Subject: name}
}

func notConfigured() error {
	d := diag.At(diag.NotFound, "input#", "No place for copies is configured.")
	d.Suggestion = "Set backup.to in quartet.yaml, or BACKUP_URL."
	return d
}
