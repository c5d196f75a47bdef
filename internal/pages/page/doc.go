// Package page has the names of package github.com/quartet-dev/quartet/page, which
// programs see too, for the packages below; and how addresses of pages are written.
package page
