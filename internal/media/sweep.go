package media

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media/storage"
)

// sweepEvery is the time between two sweeps; a deletion asks for one at once.
// grace is how much longer than its time an open upload stays: bytes that are on
// their way give it its time anew when they have come. It is also how long the row
// of a group stays behind its objects.
const (
	sweepEvery = 5 * time.Minute
	grace      = time.Hour
	sweepBatch = 100
)

// Start begins to sweep, now and then and when something was deleted, until Close.
func (s *Service) Start() {
	ctx, stop := context.WithCancel(context.Background())
	s.sweeper.stop = stop
	s.sweeper.done.Go(func() { s.sweepOn(ctx) })
}

// Close ends the sweeps and closes the bucket.
func (s *Service) Close() {
	if s.sweeper.stop != nil {
		s.sweeper.stop()
	}
	s.sweeper.done.Wait()
	if closer, ok := s.Bucket.(io.Closer); ok {
		if err := closer.Close(); err != nil {
			s.Log.Warn("the media storage did not close", "error", err)
		}
	}
}

func (s *Service) sweepOn(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		if err := s.Sweep(ctx); err != nil && ctx.Err() == nil {
			s.Log.Warn("media that nobody shows could not be removed; it is tried again", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-s.sweeper.wake:
		}
	}
}

func (s *Service) wakeSweep() {
	select {
	case s.sweeper.wake <- struct{}{}:
	default:
	}
}

// Sweep removes the objects of groups whose time has come, and what nobody goes on
// writing.
func (s *Service) Sweep(ctx context.Context) error {
	return errors.Join(s.sweepGroups(ctx), s.discardStrays(ctx))
}

func (s *Service) sweepGroups(ctx context.Context) error {
	for {
		var due []*Group
		err := s.Store.Read(ctx, func(r Reader) (err error) {
			due, err = r.Due(s.now(), s.Now().Add(-grace).UnixMilli(), sweepBatch)
			return err
		})
		if err != nil {
			return err
		}
		for _, g := range due {
			if err := s.remove(ctx, g); err != nil {
				return err
			}
		}
		if len(due) < sweepBatch {
			return nil
		}
	}
}

// remove removes the objects of a group. The first time its row stays: a client or
// another process that was writing meanwhile may put an object yet, by a capability
// that is still good, and may be killed before it learns that the group has ended.
// What fails is tried again after the others.
func (s *Service) remove(ctx context.Context, due *Group) error {
	g, err := s.end(ctx, due.ID, func(g *Group) error {
		if g == nil || g.Due != due.Due || g.Version != due.Version {
			return errStays
		}
		return nil
	})
	if errors.Is(err, errStays) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.empty(ctx, g); err != nil || !due.Over {
		return err
	}
	return s.Store.Update(ctx, func(tx Tx) error { return tx.DeleteGroup(g.ID) })
}

// errStays is for a group that was due and is so no more.
var errStays = diag.At(diag.Conflict, "", "The group has changed.")

// end ends a group for good, unless may refuses: it is neither committed nor shown
// after this, and what is sent for it is thrown away.
func (s *Service) end(ctx context.Context, id string, may func(*Group) error) (g *Group, err error) {
	err = s.transact(ctx, func(tx Tx) error {
		if g, err = tx.Group(id); err != nil {
			return err
		}
		if err := may(g); err != nil {
			return err
		}
		g.Over, g.Version, g.Due = true, 0, s.now()
		return tx.PutGroup(g)
	})
	return g, err
}

// empty removes the objects of a group, and what has come of others.
func (s *Service) empty(ctx context.Context, g *Group) error {
	for object, err := range s.Bucket.List(ctx, g.prefix()) {
		if err == nil {
			err = s.Bucket.Delete(ctx, object.Key)
		}
		if err != nil {
			return err
		}
	}
	receiver, ok := s.Bucket.(storage.Receiver)
	for i, v := range g.Variants {
		if !ok {
			return nil
		}
		if err := receiver.Discard(ctx, g.key(v.name(i))); err != nil {
			return err
		}
	}
	return nil
}

// discardStrays removes what was begun and not finished and that no group knows:
// what a process was writing when it was killed.
func (s *Service) discardStrays(ctx context.Context) error {
	receiver, ok := s.Bucket.(storage.Receiver)
	if !ok {
		return nil
	}
	for object, err := range receiver.Unfinished(ctx) {
		if err == nil {
			err = s.discardStray(ctx, receiver, object)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) discardStray(ctx context.Context, receiver storage.Receiver, object storage.Object) error {
	if s.Now().Sub(object.Changed) < grace {
		return nil
	}
	_, rest, _ := strings.Cut(object.Key, "/")
	id, _, _ := strings.Cut(rest, "/")
	g, err := s.group(ctx, id)
	if g != nil && g.Version == 0 && !g.Over || err != nil {
		return err
	}
	return receiver.Discard(ctx, object.Key)
}
