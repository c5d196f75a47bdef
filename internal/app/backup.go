package app

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/quartet-dev/quartet/internal/backup"
	"github.com/quartet-dev/quartet/internal/backup/archive"
	"github.com/quartet-dev/quartet/internal/backup/copies"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/internal/store/migration"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// openBackups makes what takes copies while the site is served. Where it is worked on
// or tested it takes none: the place is that of the real one's.
func (b *boot) openBackups(a *App) error {
	o := backup.Options{Keep: b.settings.Backup.Keep, Store: a.store.Backups(), Log: b.Logger}
	defer func() { a.backups = backup.New(o) }()
	if b.settings.Backup.To == "" || b.isWorkedOn() {
		return nil
	}
	_, place, err := b.place("")
	if err != nil {
		return err
	}
	o.Place, o.Every, o.Site = place, b.settings.Backup.Interval(), b.copied()
	if b.settings.Backup.Media && b.hasMedia() {
		o.Site.Media, err = b.bucket()
	}
	return err
}

// isWorkedOn reports whether nobody is served for real.
func (b *boot) isWorkedOn() bool { return b.Development != nil || b.HandlersElsewhere }

// copied is the site for those who copy it, without its media.
func (b *boot) copied() backup.Site {
	s := backup.Site{Database: b.database(), Dialect: b.settings.Database.Dialect, Program: migration.Program()}
	if b.plan != nil {
		s.Fingerprint = b.plan.Fingerprint()
	}
	return s
}

func (b *boot) open(at copies.Location, dir string) (copies.Place, error) {
	place, err := b.settings.OpenBackups(at, dir)
	if err != nil {
		return nil, diag.At(diag.ResourceUnavailable, "settings#/backup/to", "The place of the copies cannot be used.").WithCause(err)
	}
	return place, nil
}

// Copies says which copy is meant: to take, or to restore.
type Copies struct {
	At           string    // a place, or one copy; "" is the place of the settings
	Time         time.Time // restore the newest copy of that time or before; zero for the newest
	WithoutMedia bool
	FullSpeed    bool                  // rest for nobody who reads or writes beside it
	Tell         func(backup.Progress) // nil for nobody
}

// CopyReport is a copy that was taken, or restored.
type CopyReport struct {
	Place  string `json:"place"`
	Name   string `json:"name"`
	Size   int64  `json:"bytes"`
	Digest string `json:"digest"`
	archive.Header
}

// BackUp takes a copy of a site, which may be served, reads it back and keeps it.
func BackUp(ctx context.Context, o Options, c Copies) (*CopyReport, error) {
	b, err := configured(o)
	if err != nil {
		return nil, err
	}
	b.seal() // whose fingerprint the copy tells, where it can be had
	at, place, err := b.place(c.At)
	if err != nil {
		return nil, err
	}
	defer place.Close() //nolint:errcheck // nothing is left to be written
	site := b.copied()
	site.FullSpeed = c.FullSpeed
	if b.settings.Backup.Media && !c.WithoutMedia {
		if site.Media, err = b.mediaToCopy(); err != nil {
			return nil, err
		}
	}
	began := time.Now()
	taken, err := backup.Take(ctx, site, place, at.Name, c.Tell)
	if errors.Is(err, copies.ErrExists) {
		return nil, diag.At(diag.Conflict, "backup#", "The copy "+at.Name+" exists at "+place.Where()+"; no copy is overwritten.")
	}
	if err != nil {
		return nil, notTaken(err)
	}
	b.note(ctx, began, place, taken)
	return &CopyReport{place.Where(), taken.Name, taken.Size, taken.Digest, taken.Header}, nil
}

// notTaken keeps a diagnostic, and makes one of anything else.
func notTaken(err error) error {
	if d := diag.As(err); d.Code != diag.InternalError {
		return err
	}
	return diag.At(diag.ResourceUnavailable, "backup#", "The copy was not taken.").WithCause(err)
}

// place is what a command names, or else the place of the settings.
func (b *boot) place(text string) (at copies.Location, place copies.Place, err error) {
	dir := "."
	if text == "" {
		text, dir = b.settings.Backup.To, b.Dir
	}
	if text == "" {
		d := diag.At(diag.InputValidationFailed, "options#/backup", "There is no place for copies.")
		d.Suggestion = "Name a file, a folder or s3://…, or set backup.to in " + settings.FileName + "."
		return at, nil, d
	}
	if at, err = copies.Parse(text); err != nil {
		return at, nil, diag.At(diag.InputValidationFailed, "options#/backup", "The place of copies is malformed: "+err.Error()+".")
	}
	place, err = b.open(at, dir)
	return at, place, err
}

// mediaToCopy is the media library, nil where there is none yet: to look for one
// makes no folder.
func (b *boot) mediaToCopy() (storage.Bucket, error) {
	folder := b.settings.Media.Folder()
	if folder != "" && !filepath.IsAbs(folder) {
		folder = filepath.Join(b.Dir, folder)
	}
	if _, err := os.Stat(folder); folder != "" && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return b.bucket()
}

// note has the site know of a copy that a command took. That is worth no failure.
func (b *boot) note(ctx context.Context, began time.Time, place copies.Place, taken *backup.Copy) {
	platform, err := b.database().OpenPlatform(ctx, b.Logger)
	if err == nil && platform != nil {
		err = errors.Join(backup.Note(ctx, platform.Backups(), began, place.Where(), taken), platform.Close())
	}
	if err != nil {
		b.Logger.Warn("the copy was taken and read back, and could not be noted in the database", "error", err)
	}
}

// CheckCopy fetches a copy and reads all of it, and changes nothing.
func CheckCopy(ctx context.Context, o Options, c Copies) (*CopyReport, error) {
	_, a, where, err := openCopy(ctx, o, c)
	if err != nil {
		return nil, err
	}
	return reportOf(a, where), a.Close()
}

// Restore loads a copy into the database and the media storage of a site, which must
// hold nothing. All of the copy is read before anything is made.
func Restore(ctx context.Context, o Options, c Copies) (*CopyReport, error) {
	b, a, where, err := openCopy(ctx, o, c)
	if err != nil {
		return nil, err
	}
	defer a.Close() //nolint:errcheck // it was read
	if err := b.keepPrivate(); err != nil {
		return nil, err
	}
	media, err := b.mediaToRestore(a, c)
	if err != nil {
		return nil, err
	}
	if err := backup.Restore(ctx, a, b.database(), media, c.Tell); err != nil {
		return nil, notRestored(err)
	}
	return reportOf(a, where), nil
}

func (b *boot) mediaToRestore(a *backup.Archive, c Copies) (storage.Bucket, error) {
	if !a.Header.Media || c.WithoutMedia {
		return nil, nil
	}
	return b.bucket()
}

func notRestored(err error) error {
	if d := diag.As(err); d.Code != diag.InternalError {
		return err
	}
	return diag.At(diag.ResourceUnavailable, "backup#", "The copy was not restored; the database is not served until it is.").WithCause(err)
}

func openCopy(ctx context.Context, o Options, c Copies) (*boot, *backup.Archive, string, error) {
	b, err := configured(o)
	if err != nil {
		return nil, nil, "", err
	}
	at, place, err := b.place(c.At)
	if err != nil {
		return nil, nil, "", err
	}
	defer place.Close() //nolint:errcheck // nothing is written
	name, err := backup.Find(ctx, place, at.Name, c.Time)
	if err != nil {
		return nil, nil, "", notFetched(err)
	}
	tables, err := sqlite.PlatformTables(ctx)
	if err != nil {
		return nil, nil, "", err
	}
	a, err := backup.Open(ctx, place, name, backup.Platform{Version: sqlite.NewestVersion(), Tables: tables}, c.Tell)
	if err != nil {
		return nil, nil, "", notFetched(err)
	}
	return b, a, place.Where(), nil
}

func notFetched(err error) error {
	if d := diag.As(err); d.Code != diag.InternalError {
		return err
	}
	return diag.At(diag.ResourceUnavailable, "backup#", "The copy cannot be read.").WithCause(err)
}

func reportOf(a *backup.Archive, where string) *CopyReport {
	h := a.Header
	h.Program = cmp.Or(h.Program, "of unknown version")
	return &CopyReport{where, a.Name, a.Size, a.Digest, h}
}
