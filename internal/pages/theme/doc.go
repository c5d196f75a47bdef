// Package theme is the built-in theme: templates, texts and a stylesheet that
// make a site of a folder that has none.
//
// A site replaces any of its files by one of the same name in its own folder of
// templates, the stylesheet too.
package theme
