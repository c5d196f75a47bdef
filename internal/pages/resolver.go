package pages

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"runtime/debug"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

// target finds what a path names: what the resolver of the program says, or else the
// routes (decision 158).
func (p *Pages) target(ctx context.Context, u *url.URL, locales []string) (t target, moved string, ok bool, err error) {
	if p.program.Resolve != nil {
		if t, moved, ok, err = p.resolved(ctx, u, locales); ok || err != nil {
			return t, moved, ok, err
		}
	}
	t, moved, ok = p.routes.target(u, locales)
	return t, moved, ok, nil
}

// resolved finds the entry that the resolver says is at a path. Another spelling of
// the path is moved to the right one, as with routes.
func (p *Pages) resolved(ctx context.Context, u *url.URL, locales []string) (t target, moved string, ok bool, err error) {
	locale, path, right, ok := p.routes.below(u, locales)
	if !ok {
		return target{}, "", false, nil
	}
	t = target{kind: page.Detail, locale: locale}
	path, isMirror := strings.CutSuffix(path, mirrorSuffix)
	if isMirror {
		t.form = asMarkdown
	}
	to, err := p.ask(ctx, locale, path)
	if err != nil || to == (page.Address{}) {
		return target{}, "", false, err
	}
	t.slug, t.route = to.Slug, p.routes.of(to.Collection)
	switch {
	case t.slug == "":
		return target{}, "", false, failedResolver(path, errors.New("its address has no slug"))
	case t.route == nil:
		return target{}, "", false, failedResolver(path, fmt.Errorf("the collection %q has no pages", to.Collection))
	case isMirror && !t.route.Markdown:
		return target{}, "", false, nil
	case u.Path != right:
		moved = (&url.URL{Path: right}).EscapedPath()
	}
	return t, moved, true, nil
}

// below splits a path of a page into its locale and what lies below, which begins with
// a slash. right is how the whole is spelt. There is nothing below the home, and an
// index is no page.
func (r *routes) below(u *url.URL, locales []string) (locale, path, right string, ok bool) {
	name := strings.TrimSuffix(strings.TrimPrefix(u.Path, "/"), "/")
	if len(name) > content.MaxSlug || strings.Contains(strings.ToLower(u.RawPath), "%2f") || !isPath(name) {
		return "", "", "", false
	}
	path, right = "/"+name, "/"+name
	if len(locales) > 0 {
		if locale, path, _, ok = cutLocale(name, locales); !ok {
			return "", "", "", false
		}
		right = "/" + locale + path
	}
	_, isIndex := r.fixed(name, len(locales) > 0)
	plain := strings.TrimSuffix(path, mirrorSuffix)
	isHome := plain == "" || plain == "/" || locale == "" && path == homeMirror
	return locale, path, right, !isIndex && !isHome && path != "/"+llmsName
}

// ask asks the resolver.
func (p *Pages) ask(ctx context.Context, locale, path string) (to page.Address, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			to, err = page.Address{}, failedResolver(path, fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
		}
	}()
	bounded, cancel := context.WithTimeout(ctx, programTime)
	defer cancel()
	to, err = p.program.Resolve(bounded, locale, path)
	switch {
	case ctx.Err() != nil:
		return page.Address{}, ctx.Err()
	case err != nil:
		return page.Address{}, failedResolver(path, err)
	}
	return to, nil
}

func failedResolver(path string, err error) error {
	return diag.Internal(fmt.Errorf("the program's resolver, asked for %q: %w", path, err))
}
