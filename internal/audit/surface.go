package audit

import (
	"context"
	"slices"
)

// Surface is what a change came through.
type Surface string

// The surfaces. Go is the program that embeds the service, and whatever names
// no other.
const (
	REST   Surface = "rest"
	SignIn Surface = "sign-in"
	Admin  Surface = "admin"
	MCP    Surface = "mcp"
	Hook   Surface = "hook"
	Seed   Surface = "seed"
	Import Surface = "import"
	Sweep  Surface = "sweep"
	Go     Surface = "go"

	// Schedule is a move that was set for a time.
	Schedule Surface = "schedule"
)

var surfaces = []Surface{REST, SignIn, Admin, MCP, Hook, Seed, Import, Sweep, Go, Schedule}

// Surfaces lists the surfaces.
func Surfaces() []Surface { return slices.Clone(surfaces) }

type surfaceKey struct{}

// Through says which surface the changes made under ctx come through. What a
// handler changes comes through the surface that called it.
func Through(ctx context.Context, s Surface) context.Context {
	return context.WithValue(ctx, surfaceKey{}, s)
}

// SurfaceOf is what Through said, or Go.
func SurfaceOf(ctx context.Context) Surface {
	if s, ok := ctx.Value(surfaceKey{}).(Surface); ok {
		return s
	}
	return Go
}
