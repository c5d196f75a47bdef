package purge

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/settings"
)

// Options say who is told. Every field but Events may be zero.
type Options struct {
	CDN    settings.CDN // the zero value: there is nobody to tell
	Tag    string       // the site's cacheScope
	Events Events

	// Settle is how long a purge waits before its request, until every process
	// shows what it is about: a CDN that asks too soon would keep the old page
	// again. Default 1 s.
	Settle time.Duration

	Timeout time.Duration // of a request; default 10 s
	API     string        // in place of Cloudflare's or Fastly's; no slash at the end
}

// Events are the purges that wait, as queue.Store keeps them.
type Events interface {
	Purge(ctx context.Context) error
	Supersede(ctx context.Context, event string) error
}

// Purger purges the copies of one site. It is safe for concurrent use.
type Purger struct {
	Options
	client *http.Client
}

// New makes a Purger.
func New(o Options) *Purger {
	o.Settle, o.Timeout = cmp.Or(o.Settle, time.Second), cmp.Or(o.Timeout, 10*time.Second)
	return &Purger{Options: o, client: clientOf(o.Timeout)}
}

// Deliver purges for an event of the outbox. A site that has no CDN any more
// has nothing to purge. The error is RESOURCE_UNAVAILABLE and holds no secret.
//
// The events that were stored before are covered and go first: while the CDN
// fails, the newest alone is tried.
func (p *Purger) Deliver(ctx context.Context, e *content.Deferred) error {
	if p.CDN.Kind == "" {
		return nil
	}
	if missing := p.CDN.Incomplete(); missing != "" {
		return unavailable(missing)
	}
	if err := sleep(ctx, p.Settle); err != nil {
		return err
	}
	if err := p.Events.Supersede(ctx, e.ID); err != nil {
		return diag.Attempted(err, "let go of older purges")
	}
	return p.send(ctx)
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func unavailable(message string) *diag.Diagnostic {
	return diag.At(diag.ResourceUnavailable, "", message)
}
