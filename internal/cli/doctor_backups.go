package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
)

// lookAtCopies is how long a place of copies may take to list what it has.
const lookAtCopies = 15 * time.Second

// backups says how old the newest copy is, and reads it where it lies on this machine.
// A site that names no place has nothing to say.
func (d doctor) backups(ctx context.Context) []finding {
	listing, cancel := context.WithTimeout(ctx, lookAtCopies)
	defer cancel()
	kept, err := app.LookAtCopies(listing, d.site)
	switch {
	case err != nil:
		return []finding{ill("backups", diag.Logged(diag.Attempted(err, "list the copies")).Error(), nil)}
	case kept.Where == "":
		return nil
	case kept.Newest == nil && kept.Every > 0:
		return []finding{ill("backups", "there is none at "+kept.Where+"; the service takes one every "+kept.Every.String()+" while it runs", nil)}
	case kept.Newest == nil:
		return []finding{fine("backups", "there is none at "+kept.Where+"; quartet backup takes one")}
	}
	says := fmt.Sprintf("%d at %s; the newest is %s old, %s", kept.Count, kept.Where, ageOf(time.Since(kept.Newest.At)), bytesOf(kept.Newest.Size))
	if kept.Late(time.Now()) {
		return []finding{ill("backups", says+", and one is due every "+kept.Every.String(), nil)}
	}
	return []finding{d.newest(ctx, kept, says)}
}

// newest reads a copy of this machine as a restore does. One in a bucket would have to
// be fetched.
func (d doctor) newest(ctx context.Context, kept app.KeptCopies, says string) finding {
	if !kept.IsFolder {
		return fine("backups", says+"; quartet restore --check reads it")
	}
	if _, err := app.CheckCopy(ctx, d.site, app.Copies{}); err != nil {
		list, _ := found(err)
		return ill("backups", says+", and cannot be restored", list)
	}
	return fine("backups", says+", read and found whole")
}

// ageOf is a time as people say it.
func ageOf(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "less than a minute"
	case d < time.Hour:
		return count(int(d/time.Minute), "minute")
	case d < 48*time.Hour:
		return count(int(d/time.Hour), "hour")
	}
	return count(int(d/(24*time.Hour)), "day")
}
