package site

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

const (
	maxAge  = 200 * time.Millisecond // how long Config does without a look at the database
	maxWait = time.Second            // how long it waits for the database
)

// Live is the site's configuration as the database has it, whichever process
// changed it. It is safe for concurrent use, and so is every Config that it
// gives: it is shared and must not be changed.
type Live struct {
	store Store
	log   *slog.Logger

	reads      atomic.Int64 // counts reads, in the order in which they began
	refreshing sync.Mutex   // held by whoever refreshes what is held

	mu          sync.Mutex
	number      int64     // of the read that gave what is held
	refreshedAt time.Time // when the database was last asked
	rows        map[string]string
	config      *Config
}

// NewLive reads the configuration.
func NewLive(ctx context.Context, store Store, log *slog.Logger) (*Live, error) {
	l := &Live{store: store, log: log}
	_, err := l.Read(ctx)
	return l, err
}

// Read reads the configuration now. As long as nothing has changed it gives the
// same Config again, so that whoever built something from one can tell.
func (l *Live) Read(ctx context.Context) (*Config, error) {
	number := l.reads.Add(1)
	rows, err := l.store.SiteConfig(ctx)
	if err != nil {
		return nil, diag.Attempted(err, "read the site's configuration")
	}
	return l.update(number, rows), nil
}

// update holds what a read found, unless a read that began later has answered
// already.
func (l *Live) update(number int64, rows map[string]string) *Config {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.config == nil || !maps.Equal(rows, l.rows) {
		config := configOf(rows)
		if number < l.number {
			return config
		}
		l.rows, l.config = rows, config
	}
	l.number, l.refreshedAt = max(number, l.number), time.Now()
	return l.config
}

// Config is the configuration as it was at most 200 ms ago. While the database
// cannot answer it is the last one that was read (decision 24).
func (l *Live) Config() *Config {
	current, refreshedAt := l.current()
	if time.Since(refreshedAt) < maxAge || !l.refreshing.TryLock() {
		return current
	}
	defer l.refreshing.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	config, err := l.Read(ctx)
	if err != nil {
		l.log.Warn("The site's configuration was not read.", "error", diag.Logged(err))
		l.mu.Lock()
		l.refreshedAt = time.Now()
		l.mu.Unlock()
		return current
	}
	return config
}

func (l *Live) current() (*Config, time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.config, l.refreshedAt
}
