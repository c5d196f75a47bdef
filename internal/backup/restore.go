package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/backup/archive"
	"github.com/quartet-dev/quartet/internal/backup/copies"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/transfer"
)

// Archive is a copy on this machine of which all was read, and found to be what it says.
// Close it.
type Archive struct {
	Name   string
	Size   int64
	Digest string
	Header archive.Header

	tables []*store.Table
	reader *archive.Reader
	close  func() error
}

// Close lets go of the file.
func (a *Archive) Close() error { return a.close() }

// Find is the copy of a place that was asked for: that of a name; or else the newest, or
// the newest of a time or before. BACKUP_MISSING.
func Find(ctx context.Context, from copies.Place, name string, at time.Time) (string, error) {
	if name != "" {
		return name, nil
	}
	all, err := from.List(ctx)
	if err != nil {
		return "", fmt.Errorf("list the copies at %s: %w", from.Where(), err)
	}
	if at.IsZero() {
		at = time.Now().AddDate(100, 0, 0)
	}
	found, ok := copies.NewestAt(all, at)
	if !ok {
		d := refuse(diag.BackupMissing, "There is no copy at "+from.Where()+" that was taken by then.")
		if len(all) > 0 {
			d.Suggestion = "The oldest one is of " + all[len(all)-1].At.Format(time.RFC3339) + "."
		}
		return "", d
	}
	return found.Name, nil
}

// Platform is what the tables of every database are that this program serves.
type Platform struct {
	Version int
	Tables  []*store.Table
}

// Open fetches a copy and reads all of it. BACKUP_MISSING, BACKUP_INVALID, DATABASE_NEWER,
// DATABASE_OLDER.
func Open(ctx context.Context, from copies.Place, name string, like Platform, tell func(Progress)) (_ *Archive, err error) {
	t := tellerOf(tell)
	body, size, err := from.Open(ctx, name)
	if errors.Is(err, copies.ErrNotFound) {
		return nil, refuse(diag.BackupMissing, "There is no copy "+name+" at "+from.Where()+".")
	}
	if err != nil {
		return nil, fmt.Errorf("open the copy %s at %s: %w", name, from.Where(), err)
	}
	local, err := t.local(ctx, body, size)
	if err != nil {
		return nil, fmt.Errorf("fetch the copy %s from %s: %w", name, from.Where(), err)
	}
	a := &Archive{Name: name, Size: size, close: local.Close}
	if a.reader, a.Digest, err = open(ctx, local, size, t); err == nil {
		a.Header = a.reader.Header
		err = a.check(like)
	}
	if err != nil {
		_ = a.Close()
		return nil, explained(name, err)
	}
	return a, nil
}

// local is a copy as a file of this machine, which nobody else sees.
func (t *teller) local(ctx context.Context, body io.ReadSeekCloser, size int64) (*os.File, error) {
	if f, ok := body.(*os.File); ok {
		return f, nil
	}
	defer body.Close()
	f, err := os.CreateTemp("", "quartet-restore-*")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // where an open file can be removed, no crash leaves it behind
	t.begin(Progress{Step: Fetching, Total: size})
	if _, err := io.Copy(f, &told{ctx, body, t}); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

type told struct {
	ctx  context.Context
	from io.Reader
	t    *teller
}

func (r *told) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.from.Read(p)
	r.t.bytes(int64(n))
	return n, err
}

// check holds what the archive says of itself against this program and against its
// tables.
func (a *Archive) check(like Platform) error {
	h, newest := &a.Header, like.Version
	switch {
	case h.Version > newest:
		return newer(h.Program, fmt.Sprintf("has tables of version %d, and this program knows them up to %d", h.Version, newest))
	case h.Version < newest:
		d := refuse(diag.DatabaseOlder, fmt.Sprintf("The copy has tables of version %d, and this program has them at %d.", h.Version, newest))
		d.Suggestion = fmt.Sprintf("Restore it with the program that took it (%.100s); then this one brings the database up to date when it starts.", h.Program)
		return d
	}
	if err := json.Unmarshal(h.Layout, &a.tables); err != nil || len(a.tables) != len(h.Tables) {
		return &archive.Fault{Says: "it does not say what its tables look like"}
	}
	for i, t := range a.tables {
		if t == nil || t.Name != h.Tables[i].Name || t.Key < 1 || t.Key > len(t.Columns) {
			return &archive.Fault{Says: fmt.Sprintf("it does not say what the table %.200q looks like", h.Tables[i].Name)}
		}
	}
	if err := transfer.Fit(a.tables, like.Tables); err != nil {
		return &archive.Fault{Says: err.Error()}
	}
	return nil
}

func explained(name string, err error) error {
	if fault := (*archive.Fault)(nil); errors.As(err, &fault) {
		d := refuse(diag.BackupInvalid, "The copy "+name+" cannot be restored: "+fault.Says+".")
		d.Suggestion = "Take an older copy."
		return d
	}
	if n := (*archive.NewerFormat)(nil); errors.As(err, &n) {
		return newer(n.Program, fmt.Sprintf("has format %d, and this program knows formats up to %d", n.Format, archive.Format))
	}
	return err
}

func newer(program, why string) *diag.Diagnostic {
	d := refuse(diag.DatabaseNewer, fmt.Sprintf("A newer program (%.100s) took the copy: it %s.", program, why))
	d.Suggestion = "Run the newer program."
	return d
}

func refuse(code diag.Code, message string) *diag.Diagnostic {
	return &diag.Diagnostic{Code: code, Phase: diag.Boot, Severity: diag.Error, Path: "backup#", Message: message}
}

// Version implements store.Source.
func (a *Archive) Version() int { return a.Header.Version }

// Tables implements store.Source.
func (a *Archive) Tables(context.Context) ([]*store.Table, error) { return a.tables, nil }

// Rows implements store.Source, of all rows of a table.
func (a *Archive) Rows(ctx context.Context, t *store.Table, after store.Row, fn func(store.Row) error) error {
	if len(after) > 0 {
		return errors.New("an archive is read from the beginning of a table")
	}
	i := slices.IndexFunc(a.Header.Tables, func(of archive.Table) bool { return of.Name == t.Name })
	if i < 0 {
		return fmt.Errorf("the archive has no table %s", t.Name)
	}
	err := a.reader.Rows(ctx, a.Header.Tables[i], func(line []byte) error {
		row, err := transfer.ParseRow(line)
		if err != nil || len(row) != len(t.Columns) {
			return &archive.Fault{Says: fmt.Sprintf("a row of the table %.200q has not its %d columns", t.Name, len(t.Columns))}
		}
		return fn(row)
	})
	return explained(a.Name, err)
}

// Restore loads an archive into a database, and its objects into a media storage unless
// that is nil. Both must hold nothing, but for what an interrupted Restore of the same
// has left there. Whatever ends it, the database is not served before it is whole.
// DATABASE_NOT_EMPTY, MEDIA_NOT_EMPTY.
func Restore(ctx context.Context, a *Archive, into store.Database, media storage.Bucket, tell func(Progress)) error {
	interrupted, err := isUnfinished(ctx, into)
	if err != nil {
		return err // before a word about media: that there is a site matters more
	}
	if a.Header.Media && media != nil {
		if err := a.checkMedia(ctx, media, interrupted); err != nil {
			return err
		}
	} else {
		media = nil
	}
	target, err := into.Target(ctx)
	if err != nil {
		return err
	}
	if err = a.load(ctx, target, interrupted, tell); err == nil {
		err = a.restoreMedia(ctx, media, tell)
	}
	if err == nil {
		err = target.Complete(ctx)
	}
	return errors.Join(err, target.Close())
}

// isUnfinished reports whether a database is one that was not loaded to its end. One
// that holds a site is DATABASE_NOT_EMPTY.
func isUnfinished(ctx context.Context, d store.Database) (bool, error) {
	source, err := d.Source(ctx)
	switch {
	case diag.HasCode(err, diag.DatabaseUnfinished):
		return true, nil
	case diag.HasCode(err, diag.DatabaseMissing):
		return false, nil
	case err != nil:
		return false, err
	}
	return false, errors.Join(source.Close(), holdsSite(ctx, d))
}

// holdsSite is why a database that can be read is no target.
func holdsSite(ctx context.Context, d store.Database) error {
	target, err := d.Target(ctx)
	if err == nil {
		return target.Close() // nothing was in it after all
	}
	refused := *diag.As(err)
	if refused.Code == diag.DatabaseNotEmpty {
		refused.Message = "There is a site here already. " + refused.Message
		refused.Suggestion = "Restore into an empty folder, or name an empty database and media storage. To replace this site, stop it, and move its database and its media away first."
	}
	return &refused
}

func (a *Archive) load(ctx context.Context, target store.Target, interrupted bool, tell func(Progress)) error {
	if interrupted { // perhaps of another archive
		if err := target.Clear(ctx); err != nil {
			return err
		}
	}
	a.reader.Progress(nil)
	_, err := transfer.Load(ctx, a, target, func(p transfer.Progress) {
		step := Loading
		if p.Step == transfer.Verifying {
			step = Checking
		}
		if tell != nil {
			tell(Progress{Step: step, Table: p.Table, Rows: p.Rows})
		}
	})
	if errors.Is(err, transfer.ErrUnfit) || diag.HasCode(err, diag.CopyDiffers) { // not taken, or not given back
		err = diag.As(explained(a.Name, &archive.Fault{Says: "its tables do not hold all of its rows"})).WithCause(err)
	}
	return err
}

// checkMedia refuses a storage that holds anything, but for objects of the archive
// where a Restore was interrupted.
func (a *Archive) checkMedia(ctx context.Context, media storage.Bucket, interrupted bool) error {
	for object, err := range media.List(ctx, "") {
		if err != nil {
			return fmt.Errorf("list the media storage: %w", err)
		}
		if !interrupted || !a.reader.Holds(object.Key) {
			d := refuse(diag.MediaNotEmpty, "The media storage is not empty: it holds "+object.Key+".")
			d.Suggestion = "Name an empty one with MEDIA_URL; it is never overwritten. Or restore without media."
			return d
		}
	}
	return nil
}

func (a *Archive) restoreMedia(ctx context.Context, media storage.Bucket, tell func(Progress)) error {
	if media == nil {
		return nil
	}
	t := tellerOf(tell)
	t.begin(Progress{Step: Media, Total: a.Header.MediaBytes})
	err := a.reader.Objects(ctx, func(o archive.Object, body io.Reader) error {
		digest, err := o.Digest()
		if err != nil {
			return err
		}
		err = media.Put(ctx, o.Key, body, storage.Properties{MimeType: o.MimeType, Size: o.Size, SHA256: digest})
		if err != nil {
			return fmt.Errorf("store the object %s: %w", o.Key, err)
		}
		t.now.Rows++
		t.bytes(o.Size)
		return nil
	})
	return explained(a.Name, err)
}
