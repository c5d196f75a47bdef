package app

import (
	"context"
	"errors"
	"io"

	mediatransfer "github.com/quartet-dev/quartet/internal/media/transfer"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/transfer"
)

// CopyOptions say what is copied where. What is "" of the source is the site's own.
type CopyOptions struct {
	From, To           string // database URLs
	MediaFrom, MediaTo string // media URLs; without MediaTo no media are copied

	Restart bool // begin anew where a copy was interrupted

	Progress func(transfer.Progress)
	Media    func(mediatransfer.Total) // hears of the media
}

// Copied is what was copied.
type Copied struct {
	Tables []transfer.Summary   `json:"tables"`
	Media  *mediatransfer.Total `json:"media,omitempty"`
}

// Copy copies all that a database holds into an empty one, which may be of
// another kind, and with it the media. An interrupted copy goes on when it is run
// again; until it is whole, the database is not served.
//
// Errors are diagnostics: DATABASE_MISSING and DATABASE_OLDER of the source,
// DATABASE_NOT_EMPTY and MEDIA_NOT_EMPTY of the target, COPY_DIFFERS where the
// source was written since an interrupted copy.
func Copy(ctx context.Context, o Options, c CopyOptions) (done Copied, err error) {
	o.Database, o.Media = c.From, c.MediaFrom
	source, err := configured(o)
	if err != nil {
		return done, err
	}
	o.Database, o.Media = c.To, c.MediaTo
	target, err := configured(o)
	if err != nil {
		return done, err
	}
	from, err := source.database().Source(ctx)
	if err != nil {
		return done, source.refused(err)
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	to, err := target.database().Target(ctx)
	if err != nil {
		return done, target.refused(err)
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	done, err = c.copy(ctx, from, to, source, target)
	return done, target.refused(err)
}

func (c CopyOptions) copy(ctx context.Context, from store.Source, to store.Target, source, target *boot) (done Copied, err error) {
	if c.Restart {
		if err := to.Clear(ctx); err != nil {
			return done, err
		}
	}
	if done.Tables, err = transfer.Load(ctx, from, to, c.Progress); err != nil {
		return done, err
	}
	if c.MediaTo != "" {
		total, err := c.copyMedia(ctx, source, target)
		if err != nil {
			return done, err
		}
		done.Media = &total
	}
	return done, to.Complete(ctx)
}

// copyMedia copies after the database: what the database names was there before.
func (c CopyOptions) copyMedia(ctx context.Context, source, target *boot) (total mediatransfer.Total, err error) {
	from, err := source.bucket()
	if err != nil {
		return total, err
	}
	defer func() { err = errors.Join(err, closeBucket(from)) }()
	to, err := target.bucket()
	if err != nil {
		return total, err
	}
	defer func() { err = errors.Join(err, closeBucket(to)) }()
	return mediatransfer.Copy(ctx, from, to, c.Media)
}

func closeBucket(bucket any) error {
	if closer, ok := bucket.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}
