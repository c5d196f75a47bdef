package page

import "github.com/quartet-dev/quartet/page"

// What templates and renderers are given.
type (
	Kind       = page.Kind
	Page       = page.Page
	Site       = page.Site
	Icon       = page.Icon
	Language   = page.Language
	Alternate  = page.Alternate
	Link       = page.Link
	SEO        = page.SEO
	Collection = page.Collection
	Entry      = page.Entry
	Source     = page.Source
)

// The kinds of pages.
const (
	Home     = page.Home
	List     = page.List
	Detail   = page.Detail
	NotFound = page.NotFound
)

// What a program brings to its pages.
type (
	Options  = page.Options
	Renderer = page.Renderer
	Render   = page.Render
	Resolver = page.Resolver
	Address  = page.Address
)
