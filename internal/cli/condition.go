package cli

import (
	"context"
	"fmt"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/store"
)

// file looks at the database file, without regard to the manifests.
func (d doctor) file(ctx context.Context) []finding {
	c, err := app.Examine(ctx, d.site)
	list, err := found(err)
	switch {
	case err != nil:
		return []finding{ill("file", err.Error(), nil)}
	case list.HasErrors():
		return []finding{ill("file", "cannot be used", list), disk(c)}
	case len(c.Damage) > 0:
		return []finding{ill("file", conditionOf(c), c.Problems()), disk(c)}
	}
	return []finding{fine("file", conditionOf(c)), disk(c)}
}

// conditionOf says in one line how a database file is.
func conditionOf(c store.Condition) string {
	if !c.Exists {
		return c.File + " does not exist; a start makes it"
	}
	text := fmt.Sprintf("%s, %s and %s in its log, %s, version %d", c.File, bytesOf(c.Bytes), bytesOf(c.Log), c.Mode, c.Version)
	if c.Version != c.Newest {
		text += fmt.Sprintf(" of %d", c.Newest)
	}
	if c.ID != "" {
		text += ", file " + c.ID
	}
	switch {
	case len(c.Damage) > 0:
		return text + "; damaged, by " + count(len(c.Damage), "finding") + " of quick_check"
	case c.IsOpen():
		return text + "; quick_check finds no damage; others than its owner may use it, which chmod 600 ends"
	}
	return text + "; quick_check finds no damage"
}

// disk is ill while it may soon be full: then writes are RESOURCE_EXHAUSTED.
func disk(c store.Condition) finding {
	switch {
	case c.Free < 0:
		return fine("disk", "how much is free is not known here")
	case c.IsFull():
		return ill("disk", "only "+bytesOf(c.Free)+" free; without room writes are refused, with status 507", nil)
	}
	return fine("disk", bytesOf(c.Free)+" free")
}

// bytesOf writes a size with one decimal.
func bytesOf(n int64) string {
	const units = "kMGTP"
	if n < 1000 {
		return fmt.Sprintf("%d B", n)
	}
	size, unit := float64(n)/1000, 0
	for ; size >= 999.95 && unit < len(units)-1; unit++ {
		size /= 1000
	}
	return fmt.Sprintf("%.1f %cB", size, units[unit])
}
