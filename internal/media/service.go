package media

import (
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/keyring"
	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/processor"
	"github.com/quartet-dev/quartet/internal/site"
)

// Options configure a Service.
type Options struct {
	Store  Store
	Bucket storage.Bucket
	Key    []byte // seals capabilities; the same in every process of the site

	// Config is the site's configuration: purposes and locales.
	Config func() *site.Config

	// MaxUpload is how long one object may be, in bytes; 0 for 100 MB.
	MaxUpload int64

	// Slots are shared by all work that costs the processor.
	Slots *processor.Pool

	// External is a number that rises when another process may have changed an asset;
	// not known while that cannot be told.
	External func() (number uint64, known bool)

	// Changed, if any, is called after each change of an asset, before it is answered.
	Changed func(context.Context)

	Now func() time.Time // default time.Now
	Log *slog.Logger     // default slog.Default
}

const defaultMaxUpload = 100_000_000

// Service is the media of a site. It is safe for concurrent use.
type Service struct {
	Options
	seals  *keyring.Keyring
	making makings
	groups groups

	writes  atomic.Uint64
	sweeper struct {
		wake chan struct{}
		stop context.CancelFunc
		done sync.WaitGroup
	}
}

// New makes the media of a site. Sweep begins with Start.
func New(o Options) (*Service, error) {
	seals, err := keyring.New(string(o.Key), "")
	if err != nil {
		return nil, err
	}
	s := &Service{Options: o.withDefaults(), seals: seals}
	s.sweeper.wake = make(chan struct{}, 1)
	return s, nil
}

func (o Options) withDefaults() Options {
	if o.MaxUpload == 0 {
		o.MaxUpload = defaultMaxUpload
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return o
}

func (s *Service) now() int64 { return s.Now().UnixMilli() }

// Generation is a number that never falls and that rises with each change of an
// asset, before the change is answered; not known while that cannot be told.
func (s *Service) Generation() (number uint64, known bool) {
	if s.External == nil {
		return s.writes.Load(), true
	}
	others, known := s.External()
	return s.writes.Load() + others, known
}

// update is Store.Update for what changes an asset.
func (s *Service) update(ctx context.Context, fn func(Tx) error) error {
	err := s.transact(ctx, fn)
	s.writes.Add(1) // also with an error: nobody knows what became of it
	if err == nil && s.Changed != nil {
		s.Changed(context.WithoutCancel(ctx))
	}
	return err
}

// transact is Store.Update whose error, where fn has failed, is that of fn: a store
// may keep no more of it than the diagnostic.
func (s *Service) transact(ctx context.Context, fn func(Tx) error) (err error) {
	var failed error
	err = s.Store.Update(ctx, func(tx Tx) error {
		failed = fn(tx)
		return failed
	})
	if d := (*diag.Diagnostic)(nil); errors.As(failed, &d) {
		return failed
	}
	return err
}

// digest is a SHA-256.
type digest = [sha256.Size]byte
