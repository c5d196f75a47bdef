package app

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/backup/copies"
)

// KeptCopies is how the place of the settings stands.
type KeptCopies struct {
	Where    string        // "" where no place is set
	Every    time.Duration // 0 where none is taken by itself
	Count    int
	Newest   *copies.Copy // nil where there is none
	IsFolder bool         // of this machine
}

// Late reports whether the schedule should have taken another copy by now.
func (k KeptCopies) Late(now time.Time) bool {
	return k.Every > 0 && (k.Newest == nil || now.Sub(k.Newest.At) > 2*k.Every)
}

// LookAtCopies lists the copies of a site, and changes nothing.
func LookAtCopies(ctx context.Context, o Options) (KeptCopies, error) {
	b, err := configured(o)
	if err != nil || b.settings.Backup.To == "" {
		return KeptCopies{}, err
	}
	_, place, err := b.place("")
	if err != nil {
		return KeptCopies{}, err
	}
	defer place.Close() //nolint:errcheck // nothing is written
	_, isFolder := place.(copies.Folder)
	kept := KeptCopies{Where: place.Where(), Every: b.settings.Backup.Interval(), IsFolder: isFolder}
	found, err := place.List(ctx)
	if kept.Count = len(found); kept.Count > 0 {
		kept.Newest = &found[0]
	}
	return kept, err
}
