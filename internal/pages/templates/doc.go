// Package templates is the template set of a site: the files of its templates/
// folder over those of the built-in theme, checked, bounded and ready to render.
//
// A page template is the main content of a page. layout.html wraps it where it
// says {{ template "main" . }}, and partials/card.html is {{ template "card" . }}
// for both. What the site has stands in the place of what the theme has.
//
// It promises three things:
//
//   - Escaped. Every value is written through html/template. HTML comes from
//     markdown, richtext, body, picture and head alone.
//   - Bounded. A render ends when its time is over or its output is too large,
//     also in a loop that writes nothing (decision 145). Its error names the file
//     and the line.
//   - Reading only. A function reads what an anonymous caller may read, through
//     page.Source. None reaches a file, the network or a method that changes
//     something.
package templates
