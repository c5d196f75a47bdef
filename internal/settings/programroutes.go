package settings

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/yamldoc"
	"github.com/quartet-dev/quartet/page"
)

// programPath leads the paths of what a program says of its pages.
const programPath = "options#/pages"

const routesPointer = "/routes"

func isRoutes(pointer string) bool {
	return pointer == routesPointer || strings.HasPrefix(pointer, routesPointer+"/")
}

// routes are those of a site: what the program declares, or else the file. A
// program that brings anything has pages, and one that renders the home has a home.
func (r *reader) routes(program *page.Options, declared *Routes) *Routes {
	if program == nil {
		return declared
	}
	routes := Routes{}
	switch {
	case program.Routes != nil:
		routes = r.programRoutes(program.Routes)
	case declared != nil:
		routes = *declared
	}
	if routes.Home == nil && program.Home != nil {
		routes.Home = &Home{}
	}
	return &routes
}

// programRoutes checks the routes of a program by the rules of quartet.yaml, and
// fills in the same defaults: they become a document first.
func (r *reader) programRoutes(declared *page.Routes) (routes Routes) {
	written := jsonvalue.Append(nil, plainRoutes(declared)) // JSON is YAML
	documents, problems := yamldoc.Parse("", written)
	own := &reader{phase: r.phase}
	if problems.HasErrors() {
		own.refuse(yamldoc.Position{}, routesPointer, "A text has characters that quartet.yaml cannot have: "+problems[0].Message)
	} else {
		routeKeys.check(own, routesPointer, documents[0].Root)
	}
	if len(own.problems) == 0 {
		if err := decode(documents[0].Root.Plain(), &routes); err != nil {
			own.refuse(yamldoc.Position{}, routesPointer, "The routes cannot be read: "+err.Error()+".")
		}
	}
	r.take(own.problems)
	return routes
}

// take takes over what is wrong with the routes of a program, which has paths and no
// places.
func (r *reader) take(found diag.List) {
	for _, d := range found {
		d.Source = nil
		d.Path = programPath + strings.TrimPrefix(d.Path, pathOf(""))
		r.problems.Add(d)
	}
}

// plainRoutes are routes as quartet.yaml would have them.
func plainRoutes(all *page.Routes) map[string]any {
	collections := make([]any, len(all.Collections))
	for i := range all.Collections {
		collections[i] = plainRoute(&all.Collections[i])
	}
	routes := map[string]any{"collections": collections}
	setText(routes, "notFound", all.NotFound)
	if all.Home != nil {
		home := map[string]any{}
		setText(home, "template", all.Home.Template)
		setText(home, "collection", all.Home.Collection)
		setText(home, "slug", all.Home.Slug)
		routes["home"] = home
	}
	return routes
}

func plainRoute(each *page.Route) map[string]any {
	route := map[string]any{
		"collection": each.Collection, "list": each.List, "feed": each.Feed, "markdown": !each.NoMarkdown,
	}
	for name, text := range map[string]string{
		"segment": each.Segment, "slug": each.Slug, "template": each.Template, "listTemplate": each.ListTemplate,
		"body": each.Body, "view": each.View,
	} {
		setText(route, name, text)
	}
	if each.Segment == page.NoSegment {
		route["segment"] = ""
	}
	if each.Fallback {
		route["fallback"] = FallbackCanonical
	}
	return route
}

// setText leaves out what has its default.
func setText(in map[string]any, name, text string) {
	if text != "" {
		in[name] = text
	}
}
