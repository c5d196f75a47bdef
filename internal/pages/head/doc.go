// Package head writes what the head of a public page says to machines (titles,
// links, Open Graph, JSON-LD, analytics), and the content security policy that
// the page is answered with.
//
// It reads nothing but the page that it is given. Whatever a title, an id or an
// origin holds, the head stays what it is: each text is encoded for its place.
package head
