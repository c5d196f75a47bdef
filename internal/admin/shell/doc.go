// Package shell serves the Admin application to browsers: its page at every
// route that the contract lists under /admin, and its files under
// /_service/admin. It knows nothing of what the application asks for.
package shell
