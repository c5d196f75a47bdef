package media

import (
	"context"
	"sync"
)

// maxGroups bounds what is remembered of a library of any size, to a few MB
// (decision 292).
const maxGroups = 2048

// version is a version of an asset.
type version struct {
	asset  string
	number int
}

// groups are those of the versions that were asked for, as they were in one
// generation of the library: a page of pictures asks the database for nothing. The
// zero value is empty. It is safe for concurrent use.
type groups struct {
	mu         sync.RWMutex
	generation uint64
	found      map[version]*Group
}

// of is what was remembered in this generation; nil for nothing.
func (g *groups) of(v version, generation uint64) *Group {
	g.mu.RLock()
	defer g.mu.RUnlock()
	if g.generation != generation {
		return nil
	}
	return g.found[v]
}

// remember keeps a group, which nobody changes any more. It forgets everything when
// it is full or the library has changed: to ask again is cheap.
func (g *groups) remember(v version, generation uint64, found *Group) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.found == nil || generation > g.generation || len(g.found) == maxGroups {
		g.generation, g.found = max(generation, g.generation), make(map[version]*Group)
	}
	if generation == g.generation {
		g.found[v] = found
	}
}

// groupOf is the group of a version of an asset, nil where there is none. The
// generation is taken before the group is read, so that a change meanwhile makes
// what was read old.
func (s *Service) groupOf(ctx context.Context, v version) (*Group, error) {
	generation, known := s.Generation()
	if known {
		if found := s.groups.of(v, generation); found != nil {
			return found, nil
		}
	}
	found, err := s.readGroup(ctx, func(r Reader) (*Group, error) { return r.GroupOf(v.asset, v.number) })
	if known && found != nil {
		s.groups.remember(v, generation, found)
	}
	return found, err
}
