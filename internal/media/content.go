package media

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media/inspect"
	"github.com/quartet-dev/quartet/internal/media/rendition"
	"github.com/quartet-dev/quartet/internal/media/storage"
)

// Content is bytes of an asset. The caller closes it.
type Content struct {
	io.ReadSeekCloser
	MimeType   string
	Tag        string // tells these bytes from all others
	Attachment string // the name to save it under; "" for what is shown in the browser

	// Provisional says that another answer may be there later.
	Provisional bool
}

// Open opens what is served at /media/<id>/<version>/<name>: a variant, or a
// rendition, which is made where nobody has asked for it yet. Where a rendition
// cannot be made the primary is shown in its place. Codes: NOT_FOUND,
// RESOURCE_UNAVAILABLE.
func (s *Service) Open(ctx context.Context, id string, number int, name string) (*Content, error) {
	g, err := s.groupOf(ctx, version{id, number})
	if err != nil {
		return nil, diag.Attempted(err, "look for media")
	}
	if s.ended(g) {
		return nil, nothing()
	}
	for i, v := range g.Variants {
		if v.name(i) == name {
			return s.openVariant(ctx, g, i)
		}
	}
	primary := indexOfPrimary(g.Variants)
	made := g.Variants[primary].Renditions
	at := slices.IndexFunc(made, func(r Rendition) bool { return r.name() == name })
	if at < 0 {
		return nil, nothing()
	}
	return s.openRendition(ctx, g, primary, made[at])
}

// OpenVariant opens a variant of an asset, by its place in Asset.Variants. Codes are
// those of Open.
func (s *Service) OpenVariant(ctx context.Context, a *Asset, i int) (*Content, error) {
	return s.Open(ctx, a.ID, a.Version, a.Variants[i].name(i))
}

// VariantName is what a variant is called in its URL.
func (a *Asset) VariantName(i int) string { return a.Variants[i].name(i) }

func nothing() error { return diag.At(diag.NotFound, "input#", "There is nothing at this path.") }

func (s *Service) openVariant(ctx context.Context, g *Group, i int) (*Content, error) {
	v := g.Variants[i]
	file, _, err := s.Bucket.Open(ctx, g.key(v.name(i)))
	if err != nil {
		return nil, unavailable(err, "read media")
	}
	c := &Content{ReadSeekCloser: file, MimeType: v.MimeType, Tag: v.SHA256[:32]}
	if !inspect.Inline(v.MimeType) {
		c.Attachment = strings.TrimSuffix(g.Filename, path.Ext(g.Filename)) + "." + inspect.Extension(v.MimeType)
	}
	return c, nil
}

func (s *Service) openRendition(ctx context.Context, g *Group, primary int, r Rendition) (*Content, error) {
	key := g.key(r.name())
	file, _, err := s.Bucket.Open(ctx, key)
	if errors.Is(err, storage.ErrNotFound) {
		if err = s.makeOnce(ctx, g, primary, r); err == nil {
			file, _, err = s.Bucket.Open(ctx, key)
		}
	}
	if err != nil {
		if ctx.Err() == nil {
			s.Log.Warn("a rendition could not be made; the primary is shown in its place", "asset", g.Asset, "rendition", r.name(), "error", err)
		}
		c, err := s.openVariant(ctx, g, primary)
		if c != nil {
			c.Provisional = true
		}
		return c, err
	}
	return &Content{ReadSeekCloser: file, MimeType: r.MimeType, Tag: g.Variants[primary].SHA256[:32] + "-" + r.name()}, nil
}

// makings are the renditions that are being made: who asks for one of them
// meanwhile waits for it.
type makings struct{ singleflight.Group }

// makingTime bounds the making of a rendition, its wait for the processor
// included.
const makingTime = time.Minute

// makeOnce makes a rendition and keeps it beside the primary. It goes on when the
// caller leaves: somebody else will ask for it.
func (s *Service) makeOnce(ctx context.Context, g *Group, primary int, r Rendition) error {
	key := g.key(r.name())
	done := s.making.DoChan(key, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), makingTime)
		defer cancel()
		return nil, s.makeRendition(ctx, g, primary, r)
	})
	select {
	case result := <-done:
		return result.Err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Service) makeRendition(ctx context.Context, g *Group, primary int, r Rendition) error {
	v := g.Variants[primary]
	source, _, err := s.Bucket.Open(ctx, g.key(v.name(primary)))
	if err != nil {
		return err
	}
	defer source.Close()
	release, err := s.Slots.Acquire(ctx)
	if err != nil {
		return err
	}
	var made bytes.Buffer
	err = rendition.Make(ctx, &made, source, v.MimeType, rendition.Target{Width: r.Width, MimeType: r.MimeType})
	release()
	if err != nil {
		return err
	}
	key := g.key(r.name())
	if err := s.Bucket.Put(ctx, key, &made, storage.Properties{MimeType: r.MimeType, Size: int64(made.Len())}); err != nil {
		return err
	}
	return s.removeLate(ctx, g, key)
}

// group is a group by its id, nil where there is none.
func (s *Service) group(ctx context.Context, id string) (*Group, error) {
	return s.readGroup(ctx, func(r Reader) (*Group, error) { return r.Group(id) })
}

func (s *Service) readGroup(ctx context.Context, by func(Reader) (*Group, error)) (g *Group, err error) {
	err = s.Store.Read(ctx, func(r Reader) (err error) {
		g, err = by(r)
		return err
	})
	return g, err
}

// ended reports whether nobody is shown a group any more.
func (s *Service) ended(g *Group) bool {
	return g == nil || g.Over || g.Due != 0 && g.Due <= s.now()
}

// removeLate takes back what was made of a group that has ended meanwhile.
func (s *Service) removeLate(ctx context.Context, g *Group, key string) error {
	now, err := s.group(ctx, g.ID)
	if err != nil || !s.ended(now) {
		return err
	}
	return errors.Join(nothing(), s.Bucket.Delete(ctx, key))
}
