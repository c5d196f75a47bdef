package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/backup"
	"github.com/quartet-dev/quartet/internal/settings"
)

// pathsOf are a site folder and a place of copies, in any order: a folder that is there
// is the site, and anything else is the place. Of two folders the one with manifests or
// settings is the site, and else the last.
type pathsOf struct {
	Paths []string `arg:"" optional:"" help:"The site folder, default ${folder}; and FILE, a folder or s3://… in place of backup.to." placeholder:"FILE|DIR"`
}

// resolve tells them apart. fallback is the site folder that is not named.
func (p pathsOf) resolve(fallback string) (site folder, at string, err error) {
	site.Dir = fallback
	switch paths := p.Paths; len(paths) {
	case 0:
	case 1:
		if isFolder(paths[0]) {
			site.Dir = paths[0]
		} else {
			at = paths[0]
		}
	case 2:
		at, site.Dir = paths[0], paths[1]
		if isFolder(paths[0]) && (!isFolder(paths[1]) || isSite(paths[0]) && !isSite(paths[1])) {
			at, site.Dir = paths[1], paths[0]
		}
	default:
		return site, "", misuse{errors.New("name one site folder, and one place of copies")}
	}
	at, err = absolute(at)
	return site, at, err
}

func isSite(path string) bool {
	_, err := os.Stat(filepath.Join(path, settings.FileName))
	return err == nil || isFolder(filepath.Join(path, manifestsFolder))
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// absolute is a path as the shell means it: relative to the working directory.
func absolute(at string) (string, error) {
	path := strings.TrimPrefix(at, "file:")
	if at == "" || strings.HasPrefix(at, "s3://") || strings.HasPrefix(path, "//") {
		return at, nil
	}
	return filepath.Abs(path)
}

type backupNow struct {
	pathsOf
	database
	bucket
	To           string `help:"FILE that ends in .zip, a folder, or s3://…; default backup.to of quartet.yaml." placeholder:"FILE|URL"`
	WithoutMedia bool   `help:"Leave out the bytes of the media library."`
	FullSpeed    bool   `help:"Do not pause for concurrent reads and writes."`
	JSON         bool   `name:"json" help:"Print the outcome as JSON."`
}

func (backupNow) Help() string {
	return `The copy holds all data of one moment: entries, users, sessions, keys, settings, history, and the media library. Anybody who has it can read all data of the site, so keep it as private as the database. The file gets its name when the program has read it back and checked it. It never overwrites another copy.

In a folder or at s3://bucket/folder?region=… the copy has a name of its own, with the time. Credentials of S3 are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.

Examples:

    quartet backup my-site --to tea.zip
    quartet backup my-site --to /var/backups/tea --without-media
    quartet backup my-site --to "s3://tea-copies/site?region=eu-central-1"
    quartet restore --check tea.zip`
}

func (b backupNow) Run(ctx context.Context, t *terminal, h host) error {
	dir, at, err := b.resolve(h.dir())
	if err != nil {
		return err
	}
	if b.To != "" {
		if at != "" {
			return misuse{errors.New("name one place of copies")}
		}
		if at, err = absolute(b.To); err != nil {
			return err
		}
	}
	site, err := h.siteWithMedia(dir, b.database, b.bucket)
	if err != nil {
		return err
	}
	progress := progressOn(t.stderr, b.JSON)
	taken, err := app.BackUp(ctx, site, app.Copies{At: at, WithoutMedia: b.WithoutMedia, FullSpeed: b.FullSpeed, Tell: progress.shortly()})
	progress.clear()
	return printCopy(t, taken, err, b.JSON, "Taken and read back")
}

type restore struct {
	pathsOf
	database
	bucket
	At           string `help:"Restore the newest copy taken at or before TIME; default the newest of all." placeholder:"TIME"`
	WithoutMedia bool   `help:"Leave out the bytes of the media library."`
	Check        bool   `help:"Read all of the copy, say what it holds, and change nothing."`
	JSON         bool   `name:"json" help:"Print the outcome as JSON."`
}

func (restore) Help() string {
	return `The database and the media storage must hold nothing: nothing is overwritten. All of the copy is read and checked before anything is made; then it is loaded, read back and compared. If a restore is interrupted, the site does not start; run the same command again.

The copy may be of the other kind of database. TIME is 2026-11-23T12:00:00Z, 2026-11-23 12:00 or 2026-11-23, in UTC unless it names a zone.

Examples:

    quartet restore tea.zip my-site
    quartet restore /var/backups/tea my-site --at "2026-11-23 12:00"
    quartet restore "s3://tea-copies/site?region=eu-central-1" my-site
    quartet restore tea.zip my-site --database postgres://tea@db.example/tea
    quartet restore --check tea.zip`
}

func (r restore) Run(ctx context.Context, t *terminal, h host) error {
	dir, at, err := r.resolve(h.dir())
	if err != nil {
		return err
	}
	moment, err := momentOf(r.At)
	if err != nil {
		return misuse{err}
	}
	site, err := h.siteWithMedia(dir, r.database, r.bucket)
	if err != nil {
		return err
	}
	progress := progressOn(t.stderr, r.JSON)
	do, says := app.Restore, "Restored"
	if r.Check {
		do, says = app.CheckCopy, "Read, and found whole"
	}
	done, err := do(ctx, site, app.Copies{At: at, Time: moment, WithoutMedia: r.WithoutMedia, Tell: progress.shortly()})
	progress.clear()
	return printCopy(t, done, err, r.JSON, says)
}

// momentOf reads a time as people write it; "" is none.
func momentOf(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", time.DateTime, "2006-01-02 15:04"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day.AddDate(0, 0, 1).Add(-time.Millisecond), nil // its end
	}
	return time.Time{}, fmt.Errorf("--at: %s is no time, such as 2026-11-23T12:00:00Z", text)
}

func printCopy(t *terminal, c *app.CopyReport, err error, asJSON bool, says string) error {
	list, err := found(err)
	if err != nil {
		return err
	}
	if asJSON {
		err = object(t.stdout, struct {
			outcome
			Copy *app.CopyReport `json:"copy,omitempty"`
		}{outcomeOf(list), c})
	} else {
		diagnostics(t.stdout, list)
		if c != nil {
			fmt.Fprintf(t.stdout, "%s: %s at %s, %s.\n%s.\n", says, c.Name, c.Place, bytesOf(c.Size), contentOf(c))
		}
	}
	return failedBy(err, list)
}

func contentOf(c *app.CopyReport) string {
	text := fmt.Sprintf("%s of %s in %s, as of %s", countOf(c.Rows(), "row"), c.Database, count(len(c.Tables), "table"), c.TakenAt.UTC().Format(time.RFC3339))
	if !c.Media {
		return text + "; without media"
	}
	return text + "; " + countOf(c.Objects, "object") + " of media"
}

func countOf(n int64, noun string) string { return count(int(n), noun) }

// shortly tells no more often than somebody can read it.
func (l progressLine) shortly() func(backup.Progress) {
	var drawn time.Time
	return func(p backup.Progress) {
		if time.Since(drawn) > 100*time.Millisecond {
			drawn = time.Now()
			l.backup(p)
		}
	}
}

func (l progressLine) backup(p backup.Progress) {
	text := string(p.Step)
	if p.Table != "" {
		text += fmt.Sprintf(" %s, %s", p.Table, countOf(p.Rows, "row"))
	}
	if p.Total > 0 {
		text += fmt.Sprintf(", %s of %s", bytesOf(p.Done), bytesOf(p.Total))
	} else if p.Done > 0 {
		text += ", " + bytesOf(p.Done)
	}
	fmt.Fprintf(l.w, "\r\x1b[K%.100s", text)
}
