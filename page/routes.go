package page

// Routes say which collections have pages, as routes in quartet.yaml does.
type Routes struct {
	Home        *HomeRoute // nil: no home, unless Options.Home renders one
	NotFound    string     // a template; default 404.html
	Collections []Route
}

// HomeRoute is the home page. Without Collection and Slug it is composed of the newest
// entries; with both it shows that entry.
type HomeRoute struct {
	Template         string // default home.html
	Collection, Slug string
}

// Route is the pages of a collection.
type Route struct {
	Collection string // a publishing Schema, or a translation of one
	Segment    string // of the path; default the name of the collection
	Slug       string // the property of the last segment, which leads a unique index; default slug
	List       bool   // at /:locale/<segment>
	Feed       bool   // feed.xml and feed.json below the list
	NoMarkdown bool   // leaves out the Markdown mirrors
	Fallback   bool   // a locale without a translation shows the canonical one

	Template     string // default entry.html
	ListTemplate string // default list.html
	Body         string // the property that is the text; default the first that is Markdown or rich text
	View         string // what the list shows; default the newest entries
}

// NoSegment is the Segment of a Route whose entries lie directly below /:locale.
const NoSegment = "/"
