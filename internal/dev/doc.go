// Package dev is the development server. It serves a site folder on loopback,
// reloads it when a file changes, and shows at /_service/dev/ what the site
// offers and what is wrong with it; at / too, unless the site has a home there.
//
// A change that breaks the site does not stop it. The last good version goes on
// answering, and the page shows the diagnostics until the files are mended;
// requests in progress finish on the version that they began on. A public page
// that is open follows the site by itself, also when an entry or a setting is
// written, and what is wrong is shown over it.
//
// The package uses only the public API of the service.
package dev
