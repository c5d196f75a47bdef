// Package dev is the development server: it serves a site folder on loopback,
// reloads it when a file changes, and shows at / what the site offers and what
// is wrong with it.
//
// A change that breaks the site never takes it down. The last good version
// goes on answering, and the diagnostics are shown until the files are mended;
// requests under way finish on the version that they began on.
//
// The package knows the service by its public API alone.
package dev
