package media

import (
	"context"
	"io"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

// sweepEvery is the time between two sweeps; whatever makes a group due asks for
// one at once. grace is how much longer than its time an open upload stays: bytes
// that are on their way give it its time anew when they have come.
const (
	sweepEvery = 5 * time.Minute
	grace      = time.Hour
	sweepBatch = 100
)

// atOnce is a time that is long past.
const atOnce = 1

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
	if err := s.discardStrays(ctx); err != nil && ctx.Err() == nil {
		s.Log.Warn("unfinished uploads could not be looked through", "error", err)
	}
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

// Sweep removes the groups whose time has come: their objects first, then the row
// by which they are found.
func (s *Service) Sweep(ctx context.Context) error {
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

func (s *Service) remove(ctx context.Context, g *Group) error {
	for object, err := range s.Bucket.List(ctx, g.prefix()) {
		if err == nil {
			err = s.Bucket.Delete(ctx, object.Key)
		}
		if err != nil {
			return err
		}
	}
	if receiver, ok := s.Bucket.(storage.Receiver); ok {
		for i, v := range g.Variants {
			if err := receiver.Discard(ctx, g.key(v.name(i))); err != nil {
				return err
			}
		}
	}
	return s.Store.Update(ctx, func(tx Tx) error { return tx.DeleteGroup(g.ID) })
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
	var g *Group
	err := s.Store.Read(ctx, func(r Reader) (err error) {
		g, err = r.Group(id)
		return err
	})
	if g != nil && g.Version == 0 || err != nil {
		return err
	}
	return receiver.Discard(ctx, object.Key)
}
