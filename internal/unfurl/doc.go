// Package unfurl reads what a page of the web says of itself: the title and the
// description in its head, for the card of a link (decision 384).
//
// Whatever comes is input from outside. It is fetched by package fetch, which reaches
// the public internet alone, and nothing but two short texts leaves this package.
package unfurl
