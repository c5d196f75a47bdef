// Package preview has the document in which the Admin application shows a page
// that is not saved: a script of ours, and the content security policy that lets
// nothing else run and nothing leave (decision 149).
//
// The application frames the document with sandbox="allow-scripts" and hands it
// the HTML of each version through a message port. The script puts into the
// document what has changed, so that it stays where it is scrolled to, and says
// which field of the entry somebody clicked on.
package preview
