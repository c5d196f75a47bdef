// Package shell serves the Admin application to browsers: its page at every
// route that the contract lists under /admin, and its files under
// /_service/admin. It does not serve the Admin API.
package shell
