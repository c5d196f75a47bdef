// Package dev is the development server. It serves a site folder on loopback,
// reloads it when a file changes, and shows at / what the site offers and what
// is wrong with it.
//
// A change that breaks the site does not stop it. The last good version goes on
// answering, and the page shows the diagnostics until the files are mended;
// requests in progress finish on the version that they began on.
//
// The package uses only the public API of the service.
package dev
