// Package document writes what a site publishes for machines: Atom and JSON feeds,
// the parts and the index of a sitemap, llms.txt and robots.txt.
//
// It writes what it is given and reads nothing. Whatever a title or an address
// holds, the document stays well formed and keeps its structure. Addresses are
// absolute where the site has an origin, and relative where it has none.
package document
