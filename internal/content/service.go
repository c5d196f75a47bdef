package content

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Options configure a Service. Every field may be zero.
type Options struct {
	// Handlers are the functions behind the ref keys of the plan.
	Handlers map[string]Handler

	// Locales are the site's canonical locales, read for each write to a
	// localized Schema. None turns the membership check off.
	Locales func(ctx context.Context) ([]string, error)

	// NoBuiltins leaves the builtin dispatcher out:
	// HANDLER_BUILTIN_NOT_IN_V010.
	NoBuiltins bool

	// CheckRows holds the rows of sql Views against the rows that they declare: a
	// row that does not fit is OUTPUT_VALIDATION_FAILED. A site that is served
	// trusts them.
	CheckRows bool

	// Deferred is called after each write that has stored an event for
	// after-hooks. It must return at once.
	Deferred func()

	// Bin is how long an entry that staff or an agent deletes can be brought back; 0 for
	// not at all.
	Bin time.Duration

	// Purge has a purge of the CDN's copies stored with each write that shows on
	// the public pages.
	Purge bool

	Now   func() time.Time // default time.Now
	NewID func() string    // of an entry; default a UUID of version 7, which rises with time
	Log   *slog.Logger     // default slog.Default
}

// Service executes Views, invokes Procedures and writes entries of one plan
// over one store. It is safe for concurrent use.
type Service struct {
	plan    *plan.Plan
	store   Store
	opts    Options
	cursors *sealer
	hooks   hookTable
	counts  countCache
}

// New makes a Service; it reads the cursor key from the store.
func New(ctx context.Context, p *plan.Plan, store Store, opts Options) (*Service, error) {
	secret, err := store.Secret(ctx, "cursor")
	if err != nil {
		return nil, diag.Attempted(err, "read the key of cursors")
	}
	cursors, err := newSealer(secret)
	if err != nil {
		return nil, diag.Attempted(err, "use the key of cursors")
	}
	return &Service{plan: p, store: store, opts: opts.withDefaults(), cursors: cursors, hooks: hooksOf(p)}, nil
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.NewID == nil {
		o.NewID = func() string { return uuid.Must(uuid.NewV7()).String() }
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Deferred == nil {
		o.Deferred = func() {}
	}
	if o.Locales == nil {
		o.Locales = func(context.Context) ([]string, error) { return nil, nil }
	}
	return o
}

// Plan is the sealed plan.
func (s *Service) Plan() *plan.Plan { return s.plan }
