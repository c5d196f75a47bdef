package cli

import (
	"context"
	"fmt"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/store"
)

// place looks at the file of the database, or at its server, without regard to the
// manifests.
func (d doctor) place(ctx context.Context, isServer bool) (findings []finding, usable bool) {
	name := "file"
	if isServer {
		name = "server"
	}
	c, err := app.Examine(ctx, d.site)
	list, err := found(err)
	switch {
	case err != nil:
		return []finding{ill(name, err.Error(), nil)}, false
	case list.HasErrors():
		return append([]finding{ill(name, "cannot be used", list)}, disk(c, isServer)...), false
	case c.Problems().HasErrors():
		return append([]finding{ill(name, conditionOf(c), c.Problems())}, disk(c, isServer)...), true
	}
	return append([]finding{fine(name, conditionOf(c))}, disk(c, isServer)...), true
}

// conditionOf says in one line how a database is.
func conditionOf(c store.Condition) string {
	if c.Server != nil {
		return serverOf(c)
	}
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

// serverOf says what the server of a database is, and what the service is there.
func serverOf(c store.Condition) string {
	s := c.Server
	text := fmt.Sprintf("%s, PostgreSQL %s, %s, %s, role %s", s.Address, s.Release, bytesOf(c.Bytes), s.Encoding, s.Role)
	if s.MakesRoles {
		text += ", which may make roles"
	}
	text += fmt.Sprintf(", %d of %d connections", s.Connections, s.Most)
	switch {
	case !c.Exists:
		return text + "; no tables yet, a start makes them"
	case c.Version != c.Newest:
		return text + fmt.Sprintf(", version %d of %d", c.Version, c.Newest)
	}
	return text + fmt.Sprintf(", version %d", c.Version)
}

// disk is ill while it may soon be full: then writes are RESOURCE_EXHAUSTED. That of
// a server is not seen from here.
func disk(c store.Condition, isServer bool) []finding {
	switch {
	case isServer:
		return nil
	case c.Free < 0:
		return []finding{fine("disk", "how much is free is not known here")}
	case c.IsFull():
		return []finding{ill("disk", "only "+bytesOf(c.Free)+" free; without room writes are refused, with status 507", nil)}
	}
	return []finding{fine("disk", bytesOf(c.Free)+" free")}
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
