package site

import (
	"context"

	"github.com/quartet-dev/quartet/internal/audit"
)

// Store keeps the rows of site_config. Its errors are diagnostics.
type Store interface {
	// SiteConfig reads every row: value by key.
	SiteConfig(ctx context.Context) (map[string]string, error)

	// WriteSiteConfig makes rows durable together before it returns, and with
	// them the audit record that record makes of what is stored before, seen in the same
	// transaction. record may be nil and may give nil, for none; it is called once
	// and waits for nothing. Where the value is stored already nothing is
	// changed, nor is a row that exists and is to be written once.
	WriteSiteConfig(ctx context.Context, rows []Row, record func(stored map[string]string) *audit.Record) error
}

// Row is a row of site_config that is to be written.
type Row struct {
	Key, Value string
	Once       bool // leave a row that exists as it is
}
