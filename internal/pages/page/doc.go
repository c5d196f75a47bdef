// Package page has what a template is given: one Page for each request, with the
// site, the languages, the entries and what the head of the document says.
//
// Names and types of exported fields are the language of a site's templates
// (pages.md, Templates): what is removed or renamed here breaks sites.
package page
