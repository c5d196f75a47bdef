package store

import (
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/backup/copies"
	"github.com/quartet-dev/quartet/internal/comments"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/moves"
	"github.com/quartet-dev/quartet/internal/oauth"
	"github.com/quartet-dev/quartet/internal/presence"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/internal/releases"
	"github.com/quartet-dev/quartet/internal/site"
	"github.com/quartet-dev/quartet/internal/workspace"
	"github.com/quartet-dev/quartet/observe"
)

// Store is an open database: every port over one and the same data.
type Store interface {
	content.Store
	site.Store
	audit.Store
	Platform

	// ExternalWrites is a number that rises when another process may have changed an
	// asset of the media library; not known while that cannot be told. SQLite cannot
	// tell it from any other write.
	ExternalWrites() (number uint64, known bool)

	// Relay carries what the processes of the site tell each other at the moment; nil
	// where they cannot.
	Relay() presence.Relay

	// Health reports the condition of the database without asking it.
	Health() observe.Database

	// IsNew reports whether there was no database, and one was made.
	IsNew() bool
}

// Platform is what is kept of users and deferred hooks. It knows no Schema, so
// that it can be opened beside whatever serves the site.
type Platform interface {
	Auth() auth.Store
	OAuth() oauth.Store
	Outbox() queue.Store
	Media() media.Store
	Backups() copies.Store
	Lists() workspace.Store
	Moves() moves.Store
	Releases() releases.Store
	Comments() comments.Store
	Close() error
}
