package app

import (
	"context"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/comments"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/moves"
	"github.com/quartet-dev/quartet/internal/pages/purge"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/internal/site"
)

// cdn is who keeps copies of the site's pages. Work on a site is nobody's
// business but of who does it.
func (b *boot) cdn() settings.CDN {
	if b.Development != nil {
		return settings.CDN{}
	}
	return b.settings.CDN
}

func (b *boot) hasCDN() bool { return b.cdn().Kind != "" }

func (b *boot) purger(events queue.Store) *purge.Purger {
	return purge.New(purge.Options{CDN: b.cdn(), Tag: b.settings.CacheScope, Events: events})
}

// deliver runs one Trigger of an event: one of the manifests, the purge, a move that was
// set for a time, or the mail of a mention.
func (a *App) deliver(ctx context.Context, e *content.Deferred, trigger string) error {
	switch e.Hook { //nolint:exhaustive // all others are of manifests
	case content.Purge:
		return a.purger.Deliver(ctx, e)
	case moves.Hook:
		return a.moves.Deliver(ctx, e)
	case comments.Mentioning:
		return a.remarks.Deliver(ctx, e)
	}
	return a.content.Deliver(ctx, e, trigger)
}

// start begins to deliver deferred hooks. What is served now may come from other
// templates and settings than what a CDN keeps.
func (b *boot) start(ctx context.Context, a *App) {
	if b.hasCDN() {
		b.requestPurge(ctx, a.store.Outbox())
	}
	a.queue.Start()
	a.moves.Start()
	a.bin.start()
	if a.media != nil {
		a.media.Start()
	}
	a.backups.Start()
	a.sweeping.start(a.remarks, b.Logger)
}

// requestPurge never fails what it comes after: copies expire by themselves.
func (b *boot) requestPurge(ctx context.Context, events queue.Store) {
	if err := events.Purge(ctx); err != nil {
		b.Logger.Warn("a purge of the CDN could not be stored", "error", diag.Logged(err))
	}
}

// configStore is the store of the site's configuration, which shows on every
// page.
func (b *boot) configStore(a *App) site.Store {
	if !b.hasCDN() {
		return a.store
	}
	return purgedConfig{a.store, func(ctx context.Context) { b.requestPurge(ctx, a.store.Outbox()) }}
}

// purgedConfig has the CDN purged after each write of the configuration. A
// process that ends in between purges when it starts again.
type purgedConfig struct {
	site.Store
	purge func(context.Context)
}

// WriteSiteConfig implements site.Store.
func (p purgedConfig) WriteSiteConfig(ctx context.Context, rows []site.Row, record func(map[string]string) *audit.Record) error {
	err := p.Store.WriteSiteConfig(ctx, rows, record)
	if err == nil {
		p.purge(context.WithoutCancel(ctx))
	}
	return err
}
