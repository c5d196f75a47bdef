package page

import (
	"context"
	"html/template"
	"io"
	"io/fs"
)

// Options are what a program brings to the public pages of its site. Whatever is
// left out comes from the site folder and the built-in theme.
type Options struct {
	// Routes stand in for routes of quartet.yaml; nil for those. A mistake in them
	// fails Open as one in quartet.yaml does, at a path such as
	// options#/pages/routes/collections/0/slug.
	Routes *Routes

	// Templates are a folder of templates. A file of it takes the place of the file
	// of that name in the site's templates/, as that takes the place of the theme's.
	Templates fs.FS

	// Funcs are functions that every template may call, beside those that it has
	// anyway, whose names are taken. They are called by many goroutines and must be
	// pure: an answer is kept until something that its template read changes. An
	// error, or a panic, ends the render.
	Funcs template.FuncMap

	// Home renders the home page in place of its template; nil for the template.
	// With it there is a home, whether or not the routes declare one.
	Home Renderer

	// NotFound renders what readers get where no page is; nil for the template.
	NotFound Renderer

	// Resolve says which entry a path means; nil where the routes say all.
	Resolve Resolver
}

// Renderer writes the HTML of a page, whole, from <!DOCTYPE html> on: 4 MiB at
// most. It is called by many goroutines, and ctx ends with the request, or after 30
// seconds. An error or a panic is answered as INTERNAL_ERROR without a detail, and
// nothing of what was written is sent.
//
// The answer has the headers of every page, and shared caches may keep it as one.
// This process does not: nobody knows what the program read, so that each request
// that comes through has the page rendered anew (decision 157).
type Renderer func(ctx context.Context, w io.Writer, r *Render) error

// Render is a page to be rendered. What it holds is not to be changed.
type Render struct {
	Page *Page

	// Head goes into <head>: the title, and what machines are told of the page. The
	// Content-Security-Policy of the answer admits its scripts, and no others that
	// are inline.
	Head template.HTML

	// Source reads what templates read, on behalf of anybody.
	Source Source
}

// Resolver says which entry a path below a locale means, such as /about/team in zh-TW;
// the locale is "" on a site without. The zero Address leaves the path to the routes,
// which are asked next. It is asked with every request that no route of the service or the
// program answers, and for the path without .md where that is for the Markdown mirror;
// not for the home and the indexes. ctx ends as that of a Renderer does, and an error or
// a panic is answered as INTERNAL_ERROR, too.
//
// The page is that of the entry's own address, which stays: links, the sitemap and the
// page's canonical link lead there (decision 158).
type Resolver func(ctx context.Context, locale, path string) (Address, error)

// Address names the page of a published entry: a collection that the routes name, and
// the slug.
type Address struct{ Collection, Slug string }
