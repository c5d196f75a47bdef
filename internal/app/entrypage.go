package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
)

// previewParameter asks a page for an entry that is not published (contract,
// Public page routes).
const previewParameter = "preview"

// pageOf gives staff the way to the pages of the site, or to those that the program's
// PageOf names where the site has none of the entry; nil where there are no pages.
func (b *boot) pageOf(a *App) func(context.Context, *content.Entry) string {
	program, log := b.PageOf, b.Logger // b itself is not kept: it holds what only the start needs
	if program == nil && b.pages == nil {
		return nil
	}
	of := PageOf(func(ctx context.Context, e *content.Entry) string {
		if a.pages != nil {
			if at := a.pages.PageOf(ctx, e); at != "" || program == nil {
				return at
			}
		}
		return program(ctx, e)
	})
	return func(ctx context.Context, e *content.Entry) string {
		page, err := of.page(ctx, e)
		if err != nil {
			log.LogAttrs(ctx, slog.LevelWarn, "PublicPath gives no page of an entry",
				slog.String("collection", e.Collection), slog.String("entry", e.ID), slog.Any("error", diag.Logged(err)))
		}
		return page
	}
}

// page is the entry's page, its preview while it is not published. An entry is
// edited whether or not somebody can say where it is read, so that a panic is an
// error.
func (p PageOf) page(ctx context.Context, e *content.Entry) (page string, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			page, err = "", fmt.Errorf("panic: %v", reason)
		}
	}()
	place := p(ctx, e)
	if place == "" {
		return "", nil
	}
	u, err := url.Parse(place)
	if err != nil {
		return "", err
	}
	if !leadsToAPage(u, place) {
		return "", fmt.Errorf("%q is neither a path of the site that a page can have nor an http or https URL", place)
	}
	if e.Status != content.Published {
		query := u.Query()
		query.Set(previewParameter, "1")
		u.RawQuery = query.Encode()
	}
	return u.String(), nil
}

// leadsToAPage reports whether a link leads to a page: not to a path that a browser
// takes for another host, or that is the service's own, where a link of staff's would
// act, and not to a URL that is a script (decision 99).
func leadsToAPage(u *url.URL, place string) bool {
	switch {
	case u.User != nil || u.Opaque != "":
		return false
	case u.Scheme == "" && u.Host == "":
		return strings.HasPrefix(place, "/") && !strings.HasPrefix(place, "//") && !strings.ContainsRune(place, '\\') &&
			!httpx.Reserved(httpx.Resolve(u.Path))
	}
	return (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}
