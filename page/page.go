package page

import "time"

// Kind is what a page shows.
type Kind string

// The kinds of pages.
const (
	Home     Kind = "home"
	List     Kind = "list"
	Detail   Kind = "entry"
	NotFound Kind = "notFound"
)

// Page is the data of one render.
type Page struct {
	Kind       Kind
	Site       Site
	Locale     string        // canonical; "" on a site without locales
	Lang       string        // of <html lang>; "" where the site has no canonical locale
	Locales    []Language    // of the site, in its order, each with where to go on in it
	Path       string        // of this page, such as /en/posts/water
	Home       string        // path of the home of this locale; "" where the site has no home
	Alternates []Alternate   // this page in every locale that has it, itself too; empty with one
	Menu       []*Collection // those with a list, in their declared order
	Crumbs     []Link        // from home down to this page, itself last
	SEO        SEO

	Collection *Collection // of a list or an entry; nil elsewhere
	Entry      *Entry      // of an entry's page, and of a home that is an entry; nil elsewhere
	Entries    []*Entry    // of a list
	Next       string      // path of the list's next page; "" at the end
	Preview    bool        // staff see what is not published, or not saved
}

// Site is the site configuration as readers may see it.
type Site struct {
	Title, Description string
	Origin             string // without trailing slash; "" where none is set
	CanonicalLocale    string // "" for none
	Icons              []Icon
}

// Icon is a site icon.
type Icon struct{ Src, MimeType, Sizes, Theme string }

// Language is a locale of the site in a choice of languages.
type Language struct {
	Locale  string
	Name    string // in the language itself, such as 繁體中文
	URL     string // this page in it, or the nearest one that it has
	Current bool
	HasPage bool // URL is this very page
}

// Alternate is this page in a locale.
type Alternate struct{ Locale, URL string }

// Link is a place with a name.
type Link struct{ Title, URL string }

// SEO is what the head of the document says of the page, for people and for
// machines. URLs are absolute where the site has an origin.
type SEO struct {
	Title       string // of the document, with the site's title
	Description string
	Canonical   string
	Markdown    string // the Markdown mirror; "" for none
	Atom, JSON  string // feeds; "" for none
	Image       string
	ImageAlt    string // what it shows; "" where nobody said
	ImageWidth  int    // in pixels; 0 where it is not known
	ImageHeight int
	Type        string // Open Graph: website or article
	NoIndex     bool
	Published   time.Time // zero where it does not apply
	Modified    time.Time
}

// Collection is a collection that has pages.
type Collection struct {
	Name       string
	Title      string // in the locale of the page
	Segment    string
	URL        string // path of its list; "" without one
	Atom, JSON string // paths of its feeds; "" without
}

// Entry is an entry as templates see it.
type Entry struct {
	ID          string
	Collection  string
	Slug        string
	Locale      string // of what is shown; "" where it has none
	Lang        string // where it differs from the language of the page; "" elsewhere
	Title       string
	TitleField  string // the property that it is taken from; "" for none
	Description string
	Described   string // the property that it is taken from; "" for none
	URL         string // path of its page; "" where it has none
	Markdown    string // path of its mirror; "" where it has none
	Data        map[string]any
	Cover       string // the id of the media asset that its first picture property names; "" for none
	CoverField  string // that property
	Body        string // text of the body property, as it is stored
	BodyField   string // its name; "" for none
	BodyFormat  string // markdown, richtext or text
	CreatedAt   time.Time
	PublishedAt time.Time // its property publishedAt or date, or else CreatedAt
	UpdatedAt   time.Time // of anything that it shows
	ChangedAt   int64     // its place in lists: when the entry itself was changed, in Unix epoch milliseconds
}
