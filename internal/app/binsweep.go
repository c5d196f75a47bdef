package app

import (
	"context"
	"log/slog"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// binSweepInterval is the time between looks for what has been in the bin for too long.
const binSweepInterval = time.Hour

// binSweep empties the bin behind the requests. Several processes may do it at once: each
// entry is ended by one.
type binSweep struct {
	content *content.Service
	log     *slog.Logger
	stop    context.CancelFunc
	ended   chan struct{}
}

func newBinSweep(of *content.Service, log *slog.Logger) *binSweep {
	return &binSweep{content: of, log: log}
}

func (s *binSweep) start() {
	ctx, stop := context.WithCancel(context.Background())
	s.stop, s.ended = stop, make(chan struct{})
	go func() {
		defer close(s.ended)
		for each := time.NewTicker(binSweepInterval); ; {
			s.sweep(ctx)
			select {
			case <-each.C:
			case <-ctx.Done():
				each.Stop()
				return
			}
		}
	}()
}

func (s *binSweep) sweep(ctx context.Context) {
	if _, err := s.content.SweepBin(ctx); err != nil && ctx.Err() == nil {
		s.log.Warn("the bin could not be swept", "error", diag.Logged(err))
	}
}

func (s *binSweep) close() {
	if s.stop != nil {
		s.stop()
		<-s.ended
	}
}
